// What Darwin's headers declare of what this package calls: signatures, types and values are those of the
// headers, and the layout of what no code here looks into is left out.
#ifndef PLATFORMS_DARWIN_H
#define PLATFORMS_DARWIN_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

// Types

typedef int32_t pid_t;
typedef uint32_t uid_t;
typedef uint32_t gid_t;
typedef uint16_t mode_t;
typedef int32_t dev_t;
typedef uint64_t ino_t;
typedef uint16_t nlink_t;
typedef int64_t off_t;
typedef int64_t blkcnt_t;
typedef int32_t blksize_t;
typedef long ssize_t;
typedef long time_t;
typedef int32_t suseconds_t;
typedef uint32_t useconds_t;
typedef unsigned long clock_t;
typedef int32_t wint_t;
typedef uint32_t socklen_t;
typedef uint8_t sa_family_t;
typedef uint16_t in_port_t;
typedef uint32_t in_addr_t;
typedef unsigned int nfds_t;
typedef unsigned long tcflag_t;
typedef unsigned char cc_t;
typedef unsigned long speed_t;
typedef uint32_t sigset_t;
typedef int nl_item;

struct timespec { time_t tv_sec; long tv_nsec; };
struct timeval { time_t tv_sec; suseconds_t tv_usec; };

// errno.h; what Swift reads as `errno` is in CLibc.swift

int *__error(void);
#define errno (*__error())

#define EPERM 1
#define ENOENT 2
#define ESRCH 3
#define EINTR 4
#define EIO 5
#define E2BIG 7
#define ENOEXEC 8
#define EBADF 9
#define ECHILD 10
#define ENOMEM 12
#define EACCES 13
#define EBUSY 16
#define EEXIST 17
#define EXDEV 18
#define ENODEV 19
#define ENOTDIR 20
#define EISDIR 21
#define EINVAL 22
#define ENFILE 23
#define EMFILE 24
#define ENOTTY 25
#define EFBIG 27
#define ENOSPC 28
#define ESPIPE 29
#define EROFS 30
#define EMLINK 31
#define EPIPE 32
#define ERANGE 34
#define EAGAIN 35
#define EWOULDBLOCK EAGAIN
#define EINPROGRESS 36
#define ENOTSOCK 38
#define EPROTOTYPE 41
#define ENOPROTOOPT 42
#define ENOTSUP 45
#define EADDRINUSE 48
#define EADDRNOTAVAIL 49
#define ECONNABORTED 53
#define ECONNRESET 54
#define ENOBUFS 55
#define EISCONN 56
#define ENOTCONN 57
#define ETIMEDOUT 60
#define ECONNREFUSED 61
#define ELOOP 62
#define ENAMETOOLONG 63
#define EDQUOT 69
#define ENOSYS 78
#define EILSEQ 92
#define EOPNOTSUPP 102

// fcntl.h, sys/file.h

#define O_RDONLY 0x0000
#define O_WRONLY 0x0001
#define O_RDWR 0x0002
#define O_NONBLOCK 0x00000004
#define O_APPEND 0x00000008
#define O_NOFOLLOW 0x00000100
#define O_CREAT 0x00000200
#define O_TRUNC 0x00000400
#define O_EXCL 0x00000800
#define O_NOCTTY 0x00020000
#define O_DIRECTORY 0x00100000
#define O_CLOEXEC 0x01000000
#define AT_FDCWD -2
#define F_DUPFD 0
#define F_GETFD 1
#define F_SETFD 2
#define F_GETFL 3
#define F_SETFL 4
#define F_PREALLOCATE 42
#define F_NOCACHE 48
#define F_FULLFSYNC 51
#define F_DUPFD_CLOEXEC 67
#define F_SETNOSIGPIPE 73
#define F_GETNOSIGPIPE 74
#define FD_CLOEXEC 1
#define F_ALLOCATECONTIG 0x00000002
#define F_ALLOCATEALL 0x00000004
#define F_PEOFPOSMODE 3
#define LOCK_SH 0x01
#define LOCK_EX 0x02
#define LOCK_NB 0x04
#define LOCK_UN 0x08
typedef struct fstore {
  unsigned int fst_flags;
  int fst_posmode;
  off_t fst_offset;
  off_t fst_length;
  off_t fst_bytesalloc;
} fstore_t;
int flock(int, int);

// sys/stat.h

struct stat {
  dev_t st_dev;
  mode_t st_mode;
  nlink_t st_nlink;
  ino_t st_ino;
  uid_t st_uid;
  gid_t st_gid;
  dev_t st_rdev;
  struct timespec st_atimespec;
  struct timespec st_mtimespec;
  struct timespec st_ctimespec;
  struct timespec st_birthtimespec;
  off_t st_size;
  blkcnt_t st_blocks;
  blksize_t st_blksize;
  uint32_t st_flags;
  uint32_t st_gen;
};
int stat(const char *, struct stat *);
int lstat(const char *, struct stat *);
int fstat(int, struct stat *);
int fstatat(int, const char *, struct stat *, int);
int chmod(const char *, mode_t);
int fchmod(int, mode_t);
int mkdir(const char *, mode_t);
int mkfifo(const char *, mode_t);
mode_t umask(mode_t);

// unistd.h, sys/unistd.h

#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define F_OK 0
#define X_OK 1
#define W_OK 2
#define R_OK 4
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define _SC_PAGESIZE 29
#define _SC_NPROCESSORS_ONLN 58
#define PATH_MAX 1024
#define NAME_MAX 255
int access(const char *, int);
unsigned int alarm(unsigned int);
int chdir(const char *);
int chown(const char *, uid_t, gid_t);
int close(int);
int dup(int);
int dup2(int, int);
int execv(const char *, char *_Nullable const *_Nonnull)
    __attribute__((availability(tvos, unavailable)));
int execve(const char *, char *_Nullable const *_Nonnull, char *_Nullable const *_Nonnull)
    __attribute__((availability(tvos, unavailable)));
_Noreturn void _exit(int);
int fchown(int, uid_t, gid_t);
int fsync(int);
int ftruncate(int, off_t);
char *getcwd(char *, size_t);
uid_t geteuid(void);
uid_t getuid(void);
gid_t getgid(void);
gid_t getegid(void);
int getpagesize(void);
pid_t getpid(void);
pid_t getppid(void);
int gethostname(char *, size_t);
int isatty(int);
int link(const char *, const char *);
int linkat(int, const char *, int, const char *, int);
off_t lseek(int, off_t, int);
int pipe(int *);
ssize_t pread(int, void *, size_t, off_t);
ssize_t pwrite(int, const void *, size_t, off_t);
ssize_t read(int, void *, size_t);
ssize_t readlink(const char *, char *, size_t);
int rmdir(const char *);
int setgid(gid_t);
pid_t setsid(void);
int setuid(uid_t);
unsigned int sleep(unsigned int);
int symlink(const char *, const char *);
long sysconf(int);
pid_t tcgetpgrp(int);
int tcsetpgrp(int, pid_t);
int truncate(const char *, off_t);
int unlink(const char *);
int unlinkat(int, const char *, int);
int usleep(useconds_t);
ssize_t write(int, const void *, size_t);

// dirent.h

typedef struct _dirdesc DIR;
struct dirent {
  uint64_t d_ino;
  uint64_t d_seekoff;
  uint16_t d_reclen;
  uint16_t d_namlen;
  uint8_t d_type;
  char d_name[1024];
};
DIR *opendir(const char *);
struct dirent *readdir(DIR *);
int closedir(DIR *);

// fnmatch.h

#define FNM_NOESCAPE 0x01
#define FNM_PATHNAME 0x02
#define FNM_PERIOD 0x04
int fnmatch(const char *, const char *, int);

// sys/mman.h

#define PROT_NONE 0x00
#define PROT_READ 0x01
#define PROT_WRITE 0x02
#define MAP_SHARED 0x0001
#define MAP_PRIVATE 0x0002
#define MAP_NORESERVE 0x0040
#define MAP_FIXED 0x0010
#define MAP_ANON 0x1000
#define MAP_ANONYMOUS MAP_ANON
#define MS_SYNC 0x0010
void *mmap(void *, size_t, int, int, int, off_t);
int munmap(void *, size_t);
int mprotect(void *, size_t, int);
int msync(void *, size_t, int);
int madvise(void *, size_t, int);

// stdlib.h, string.h, stdio.h, limits.h

#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define BUFSIZ 1024
#define _IOFBF 0
#define _IOLBF 1
#define _IONBF 2
typedef struct __sFILE { short _flags; short _file; } FILE;
extern FILE *__stdinp;
extern FILE *__stdoutp;
extern FILE *__stderrp;
#define stdin __stdinp
#define stdout __stdoutp
#define stderr __stderrp
_Noreturn void abort(void);
int atexit(void (*)(void));
_Noreturn void exit(int);
void free(void *);
void *malloc(size_t);
void *calloc(size_t, size_t);
char *getenv(const char *);
int setenv(const char *, const char *, int);
int unsetenv(const char *);
char *realpath(const char *, char *);
char *mkdtemp(char *);
int mkstemp(char *);
int grantpt(int);
int posix_openpt(int);
char *ptsname(int);
int unlockpt(int);
uint32_t arc4random(void);
void arc4random_buf(void *, size_t);
int memcmp(const void *, const void *, size_t);
void *memchr(const void *, int, size_t);
void *memcpy(void *, const void *, size_t);
void *memmove(void *, const void *, size_t);
void *memset(void *, int, size_t);
int strcmp(const char *, const char *);
char *strdup(const char *);
char *strerror(int);
char *strsignal(int);
size_t strlen(const char *);
int strncmp(const char *, const char *, size_t);
int fclose(FILE *);
FILE *fdopen(int, const char *);
int fflush(FILE *);
FILE *fopen(const char *, const char *);
int fputs(const char *, FILE *);
int rename(const char *, const char *);
int renameat(int, const char *, int, const char *);
int remove(const char *);
int setvbuf(FILE *, char *, int, size_t);
void perror(const char *);

// time.h, sys/time.h

struct tm {
  int tm_sec;
  int tm_min;
  int tm_hour;
  int tm_mday;
  int tm_mon;
  int tm_year;
  int tm_wday;
  int tm_yday;
  int tm_isdst;
  long tm_gmtoff;
  char *tm_zone;
};
typedef enum {
  _CLOCK_REALTIME = 0,
#define CLOCK_REALTIME _CLOCK_REALTIME
  _CLOCK_MONOTONIC = 6,
#define CLOCK_MONOTONIC _CLOCK_MONOTONIC
  _CLOCK_MONOTONIC_RAW = 4,
#define CLOCK_MONOTONIC_RAW _CLOCK_MONOTONIC_RAW
  _CLOCK_PROCESS_CPUTIME_ID = 12,
#define CLOCK_PROCESS_CPUTIME_ID _CLOCK_PROCESS_CPUTIME_ID
  _CLOCK_THREAD_CPUTIME_ID = 16
#define CLOCK_THREAD_CPUTIME_ID _CLOCK_THREAD_CPUTIME_ID
} clockid_t;
int clock_gettime(clockid_t, struct timespec *);
uint64_t clock_gettime_nsec_np(clockid_t);
struct tm *gmtime_r(const time_t *, struct tm *);
size_t strftime(char *, size_t, const char *, const struct tm *);
struct tm *localtime_r(const time_t *, struct tm *);
time_t mktime(struct tm *);
int nanosleep(const struct timespec *, struct timespec *);
time_t time(time_t *);
time_t timegm(struct tm *const);
void tzset(void);
int gettimeofday(struct timeval *, void *);
int futimes(int, const struct timeval *);
int utimes(const char *, const struct timeval *);

// pthread.h

#pragma clang assume_nonnull begin

typedef struct _opaque_pthread_t { long __sig; char __opaque[8176]; } *pthread_t;
typedef struct { long __sig; char __opaque[56]; } pthread_attr_t;
typedef struct { long __sig; char __opaque[56]; } pthread_mutex_t;
typedef struct { long __sig; char __opaque[8]; } pthread_mutexattr_t;
typedef struct { long __sig; char __opaque[40]; } pthread_cond_t;
typedef struct { long __sig; char __opaque[8]; } pthread_condattr_t;
typedef unsigned long pthread_key_t;
int pthread_attr_destroy(pthread_attr_t *);
int pthread_attr_init(pthread_attr_t *);
int pthread_attr_setstacksize(pthread_attr_t *, size_t);
int pthread_attr_setdetachstate(pthread_attr_t *, int);
int pthread_cond_broadcast(pthread_cond_t *);
int pthread_cond_destroy(pthread_cond_t *);
int pthread_cond_init(pthread_cond_t *, const pthread_condattr_t *_Nullable);
int pthread_cond_signal(pthread_cond_t *);
int pthread_cond_wait(pthread_cond_t *, pthread_mutex_t *);
int pthread_create(pthread_t _Nullable *_Nonnull, const pthread_attr_t *_Nullable,
    void *_Nullable (*_Nonnull)(void *), void *_Nullable);
int pthread_detach(pthread_t);
int pthread_equal(pthread_t _Nullable, pthread_t _Nullable);
void *_Nullable pthread_getspecific(pthread_key_t);
int pthread_join(pthread_t, void *_Nullable *_Nullable);
int pthread_key_create(pthread_key_t *, void (*_Nullable)(void *));
int pthread_kill(pthread_t, int);
int pthread_main_np(void);
int pthread_mutex_destroy(pthread_mutex_t *);
int pthread_mutex_init(pthread_mutex_t *, const pthread_mutexattr_t *_Nullable);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
int pthread_atfork(void (*_Nullable)(void), void (*_Nullable)(void), void (*_Nullable)(void));
pthread_t pthread_self(void);
int pthread_setspecific(pthread_key_t, const void *_Nullable);
int pthread_sigmask(int, const sigset_t *_Nullable, sigset_t *_Nullable);
int pthread_threadid_np(pthread_t _Nullable, uint64_t *_Nullable);

#pragma clang assume_nonnull end

// signal.h

#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGILL 4
#define SIGTRAP 5
#define SIGABRT 6
#define SIGFPE 8
#define SIGKILL 9
#define SIGBUS 10
#define SIGSEGV 11
#define SIGSYS 12
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15
#define SIGSTOP 17
#define SIGTSTP 18
#define SIGCONT 19
#define SIGCHLD 20
#define SIGTTIN 21
#define SIGTTOU 22
#define SIGWINCH 28
#define SIGUSR1 30
#define SIGUSR2 31
#define SIG_BLOCK 1
#define SIG_UNBLOCK 2
#define SIG_SETMASK 3
#define SA_ONSTACK 0x0001
#define SA_RESTART 0x0002
#define SA_RESETHAND 0x0004
#define SA_NOCLDSTOP 0x0008
#define SA_NODEFER 0x0010
#define SA_SIGINFO 0x0040
typedef void (*sig_t)(int);
#define SIG_DFL ((sig_t)0)
#define SIG_IGN ((sig_t)1)
#define SIG_ERR ((sig_t)-1)
union sigval {
  int sival_int;
  void *sival_ptr;
};
typedef struct __siginfo {
  int si_signo;
  int si_errno;
  int si_code;
  pid_t si_pid;
  uid_t si_uid;
  int si_status;
  void *si_addr;
  union sigval si_value;
  long si_band;
} siginfo_t;
union __sigaction_u {
  void (*__sa_handler)(int);
  void (*__sa_sigaction)(int, siginfo_t *, void *);
};
struct sigaction {
  union __sigaction_u __sigaction_u;
  sigset_t sa_mask;
  int sa_flags;
};
#define sa_handler __sigaction_u.__sa_handler
#define sa_sigaction __sigaction_u.__sa_sigaction
int kill(pid_t, int);
int killpg(pid_t, int);
int raise(int);
int sigaction(int, const struct sigaction *, struct sigaction *);
int sigaddset(sigset_t *, int);
int sigdelset(sigset_t *, int);
int sigemptyset(sigset_t *);
int sigfillset(sigset_t *);
int sigismember(const sigset_t *, int);
int sigpending(sigset_t *);
int sigwait(const sigset_t *, int *);
void (*signal(int, void (*)(int)))(int);

// poll.h

#define POLLIN 0x0001
#define POLLPRI 0x0002
#define POLLOUT 0x0004
#define POLLERR 0x0008
#define POLLHUP 0x0010
#define POLLNVAL 0x0020
struct pollfd { int fd; short events; short revents; };
int poll(struct pollfd *, nfds_t, int);

// sys/socket.h, sys/un.h, netinet/in.h

#define AF_UNIX 1
#define AF_INET 2
#define PF_UNIX AF_UNIX
#define PF_LOCAL AF_UNIX
#define SOCK_STREAM 1
#define SOL_LOCAL 0
#define SOL_SOCKET 0xffff
#define SO_REUSEADDR 0x0004
#define SO_SNDBUF 0x1001
#define SO_RCVBUF 0x1002
#define SO_SNDTIMEO 0x1005
#define SO_RCVTIMEO 0x1006
#define SO_ERROR 0x1007
#define SO_NOSIGPIPE 0x1022
#define LOCAL_PEERCRED 0x001
#define LOCAL_PEERPID 0x002
#define LOCAL_PEEREPID 0x003
#define SHUT_RD 0
#define SHUT_WR 1
#define SHUT_RDWR 2
#define SOMAXCONN 128
#define MSG_PEEK 0x2
#define MSG_DONTWAIT 0x80
#define XUCRED_VERSION 0
#define IPPROTO_TCP 6
#define TCP_NODELAY 0x01
#define INADDR_LOOPBACK ((uint32_t)0x7f000001)
struct sockaddr { uint8_t sa_len; sa_family_t sa_family; char sa_data[14]; };
struct sockaddr_un { unsigned char sun_len; sa_family_t sun_family; char sun_path[104]; };
struct in_addr { in_addr_t s_addr; };
struct sockaddr_in {
  uint8_t sin_len;
  sa_family_t sin_family;
  in_port_t sin_port;
  struct in_addr sin_addr;
  char sin_zero[8];
};
struct xucred { unsigned int cr_version; uid_t cr_uid; short cr_ngroups; gid_t cr_groups[16]; };
int accept(int, struct sockaddr *, socklen_t *);
int bind(int, const struct sockaddr *, socklen_t);
int connect(int, const struct sockaddr *, socklen_t);
int getpeername(int, struct sockaddr *, socklen_t *);
int getsockname(int, struct sockaddr *, socklen_t *);
int getsockopt(int, int, int, void *, socklen_t *);
int listen(int, int);
ssize_t recv(int, void *, size_t, int);
ssize_t send(int, const void *, size_t, int);
int setsockopt(int, int, int, const void *, socklen_t);
int shutdown(int, int);
int socket(int, int, int);
int socketpair(int, int, int, int *);
int getpeereid(int, uid_t *, gid_t *);
in_addr_t inet_addr(const char *);

// termios.h, sys/ioctl.h, util.h

#define NCCS 20
#define ICANON 0x00000100
#define ECHO 0x00000008
#define ISIG 0x00000080
#define IEXTEN 0x00000400
#define ICRNL 0x00000100
#define IXON 0x00000200
#define OPOST 0x00000001
#define ONLCR 0x00000002
#define VMIN 16
#define VTIME 17
#define VINTR 8
#define VEOF 0
#define NOFLSH 0x80000000
#define TCSANOW 0
#define TCIFLUSH 1
#define TCSADRAIN 1
#define TCSAFLUSH 2
struct termios {
  tcflag_t c_iflag;
  tcflag_t c_oflag;
  tcflag_t c_cflag;
  tcflag_t c_lflag;
  cc_t c_cc[NCCS];
  speed_t c_ispeed;
  speed_t c_ospeed;
};
struct winsize {
  unsigned short ws_row;
  unsigned short ws_col;
  unsigned short ws_xpixel;
  unsigned short ws_ypixel;
};
#define TIOCGWINSZ 0x40087468ul
#define TIOCSWINSZ 0x80087467ul
#define TIOCSCTTY 0x20007461ul
#define TIOCSTI 0x80017472ul
#define FIONREAD 0x4004667ful
int ioctl(int, unsigned long, ...);
int tcgetattr(int, struct termios *);
int tcsetattr(int, int, const struct termios *);
int tcflush(int, int);
void cfmakeraw(struct termios *);

// spawn.h, sys/wait.h

typedef void *posix_spawnattr_t;
typedef void *posix_spawn_file_actions_t;
#define POSIX_SPAWN_SETPGROUP 0x0002
#define POSIX_SPAWN_SETSIGDEF 0x0004
#define POSIX_SPAWN_SETSIGMASK 0x0008
#define POSIX_SPAWN_CLOEXEC_DEFAULT 0x4000
#define POSIX_SPAWN_SETSID 0x0400
#define WNOHANG 0x00000001
#define WUNTRACED 0x00000002
int posix_spawn(pid_t *_Nullable, const char *, const posix_spawn_file_actions_t _Nullable *_Nullable,
    const posix_spawnattr_t _Nullable *_Nullable, char *_Nullable const *_Nonnull,
    char *_Nullable const *_Nullable) __attribute__((availability(tvos, unavailable)));
int posix_spawnp(pid_t *_Nullable, const char *, const posix_spawn_file_actions_t _Nullable *_Nullable,
    const posix_spawnattr_t _Nullable *_Nullable, char *_Nullable const *_Nonnull,
    char *_Nullable const *_Nullable) __attribute__((availability(tvos, unavailable)));
int posix_spawn_file_actions_addclose(posix_spawn_file_actions_t _Nullable *_Nonnull, int)
    __attribute__((availability(tvos, unavailable)));
int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t _Nullable *_Nonnull, int, int)
    __attribute__((availability(tvos, unavailable)));
int posix_spawn_file_actions_addopen(
    posix_spawn_file_actions_t _Nullable *_Nonnull, int, const char *, int, mode_t)
    __attribute__((availability(tvos, unavailable)));
int posix_spawn_file_actions_addinherit_np(posix_spawn_file_actions_t _Nullable *_Nonnull, int)
    __attribute__((availability(tvos, unavailable)));
int posix_spawn_file_actions_addchdir_np(
    posix_spawn_file_actions_t _Nullable *_Nonnull, const char *)
    __attribute__((availability(macos, introduced = 10.15), availability(ios, unavailable),
        availability(tvos, unavailable)));
int posix_spawn_file_actions_destroy(posix_spawn_file_actions_t _Nullable *_Nonnull)
    __attribute__((availability(tvos, unavailable)));
int posix_spawn_file_actions_init(posix_spawn_file_actions_t _Nullable *_Nonnull)
    __attribute__((availability(tvos, unavailable)));
int posix_spawnattr_destroy(posix_spawnattr_t _Nullable *_Nonnull)
    __attribute__((availability(tvos, unavailable)));
int posix_spawnattr_init(posix_spawnattr_t _Nullable *_Nonnull)
    __attribute__((availability(tvos, unavailable)));
int posix_spawnattr_setflags(posix_spawnattr_t _Nullable *_Nonnull, short)
    __attribute__((availability(tvos, unavailable)));
int posix_spawnattr_setsigdefault(posix_spawnattr_t _Nullable *_Nonnull, const sigset_t *)
    __attribute__((availability(tvos, unavailable)));
int posix_spawnattr_setsigmask(posix_spawnattr_t _Nullable *_Nonnull, const sigset_t *)
    __attribute__((availability(tvos, unavailable)));
int posix_spawnattr_setpgroup(posix_spawnattr_t _Nullable *_Nonnull, pid_t)
    __attribute__((availability(tvos, unavailable)));
pid_t waitpid(pid_t, int *, int);

// locale.h, langinfo.h, wchar.h, wctype.h

#define LC_ALL 0
#define LC_CTYPE 2
#define CODESET 0
typedef struct _xlocale *locale_t;
char *setlocale(int, const char *);
char *nl_langinfo(nl_item);
int iswcntrl(wint_t);
int iswprint(wint_t);
int wcwidth(wchar_t);
size_t wcslen(const wchar_t *);

// dlfcn.h, sys/resource.h, sys/sysctl.h, libproc.h, mach-o/dyld.h, crt_externs.h

#define RTLD_LAZY 0x1
#define RTLD_NOW 0x2
#define RTLD_LOCAL 0x4
#define RTLD_DEFAULT ((void *)-2)
#define RLIMIT_FSIZE 1
#define RLIMIT_NOFILE 8
#define RUSAGE_SELF 0
typedef uint64_t rlim_t;
struct rlimit { rlim_t rlim_cur; rlim_t rlim_max; };
struct rusage {
  struct timeval ru_utime;
  struct timeval ru_stime;
  long ru_maxrss;
};
void *dlopen(const char *, int);
void *dlsym(void *, const char *);
int getrlimit(int, struct rlimit *);
int setrlimit(int, const struct rlimit *);
int getrusage(int, struct rusage *);
#define CTL_KERN 1
#define KERN_PROC 14
#define KERN_PROC_PID 1
struct extern_proc {
  union {
    struct timeval __p_starttime;
  } p_un;
};
struct kinfo_proc { struct extern_proc kp_proc; };
int sysctl(int *, unsigned int, void *, size_t *, void *, size_t);
int _NSGetExecutablePath(char *, uint32_t *);
char ***_NSGetEnviron(void);

#endif
