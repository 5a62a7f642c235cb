#ifndef CEDITLINE_SHIM_H
#define CEDITLINE_SHIM_H

// What line editing needs of the C library comes through this module, which exports what it
// includes: so no Swift file chooses between Glibc, Musl and Darwin.
#include <dlfcn.h>
#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>
#ifdef __APPLE__
#include <crt_externs.h>
#endif

// What musl does not say of `FILE` makes a pointer to it another type for Swift than elsewhere.
typedef FILE *ceditline_stream;

// `errno` is a macro that Swift cannot read.
static inline int *ceditline_errno(void) { return &errno; }

// `environ` is a global variable, which Swift 6 does not take for safe, and on macOS no library sees it.
static inline char **ceditline_environment(void) {
#ifdef __APPLE__
  return *_NSGetEnviron();
#else
  extern char **environ;
  return environ;
#endif
}

// libedit is looked for while a program runs, so that the same program runs without it. Its functions
// are declared here rather than by its header, so that the package builds where that is missing. A
// test compares the declarations with the header.

// The structures of libedit, by their names there.
typedef struct editline EditLine;
typedef struct historyW HistoryW;

typedef struct {
  const wchar_t *buffer;
  const wchar_t *cursor;
  const wchar_t *lastchar;
} ceditline_info;

typedef struct {
  int number;
  const wchar_t *text;
} ceditline_event;

// The operations that are used, by libedit's names.
enum {
  CEDITLINE_EL_PROMPT = 0,
  CEDITLINE_EL_EDITOR = 2,
  CEDITLINE_EL_BIND = 4,
  CEDITLINE_EL_SETTY = 8,
  CEDITLINE_EL_ADDFN = 9,
  CEDITLINE_EL_HIST = 10,
  CEDITLINE_EL_GETCFN = 13,
  CEDITLINE_EL_CLIENTDATA = 14,
  CEDITLINE_EL_PREP_TERM = 16,
  CEDITLINE_EL_REFRESH = 20,
  CEDITLINE_H_SETSIZE = 1,
  CEDITLINE_H_ENTER = 10,
};

// What a bound command returns.
enum {
  CEDITLINE_CC_NORM = 0,
  CEDITLINE_CC_REFRESH = 4,
  CEDITLINE_CC_ERROR = 6,
  CEDITLINE_CC_REFRESH_BEEP = 9,
};

// The functions that are called, by their names.
struct __attribute__((swift_attr("@Sendable"))) ceditline_library {
  EditLine *(*el_init)(const char *program, FILE *input, FILE *output, FILE *errors);
  void (*el_end)(EditLine *line);
  int (*el_set)(EditLine *line, int operation, ...);
  int (*el_wset)(EditLine *line, int operation, ...);
  int (*el_wget)(EditLine *line, int operation, ...);
  const wchar_t *(*el_wgets)(EditLine *line, int *count);
  const ceditline_info *(*el_wline)(EditLine *line);
  int (*el_winsertstr)(EditLine *line, const wchar_t *text);
  void (*el_deletestr)(EditLine *line, int count);
  int (*el_source)(EditLine *line, const char *file);
  void (*el_resize)(EditLine *line);
  void (*el_beep)(EditLine *line);
  HistoryW *(*history_winit)(void);
  void (*history_wend)(HistoryW *lines);
  int (*history_w)(HistoryW *lines, ceditline_event *event, int operation, ...);
};

// Finds the functions. Returns 0 if the library isn't there or lacks one of them. A library that was
// found stays loaded.
static inline int ceditline_open(const char *name, struct ceditline_library *library) {
  void *handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) return 0;
#define CEDITLINE_FIND(function) \
  if ((library->function = (__typeof__(library->function))dlsym(handle, #function)) == NULL) return 0
  CEDITLINE_FIND(el_init);
  CEDITLINE_FIND(el_end);
  CEDITLINE_FIND(el_set);
  CEDITLINE_FIND(el_wset);
  CEDITLINE_FIND(el_wget);
  CEDITLINE_FIND(el_wgets);
  CEDITLINE_FIND(el_wline);
  CEDITLINE_FIND(el_winsertstr);
  CEDITLINE_FIND(el_deletestr);
  CEDITLINE_FIND(el_source);
  CEDITLINE_FIND(el_resize);
  CEDITLINE_FIND(el_beep);
  CEDITLINE_FIND(history_winit);
  CEDITLINE_FIND(history_wend);
  CEDITLINE_FIND(history_w);
#undef CEDITLINE_FIND
  return 1;
}

// el_set, el_wset, el_wget and history_w are variadic and so not visible from Swift; each wrapper
// fixes one operation. Text passes as wchar_t, so that what is typed does not depend on the locale's
// charset.

typedef wchar_t *(*ceditline_prompt)(EditLine *);
typedef int (*ceditline_reader)(EditLine *, wchar_t *);
typedef unsigned char (*ceditline_command)(EditLine *, wint_t);

static inline int ceditline_set_prompt(
    struct ceditline_library library, EditLine *line, ceditline_prompt prompt) {
  return library.el_wset(line, CEDITLINE_EL_PROMPT, prompt);
}

// The wide form, because the narrow one makes older libraries hand the reader a char.
static inline int ceditline_set_reader(
    struct ceditline_library library, EditLine *line, ceditline_reader reader) {
  return library.el_wset(line, CEDITLINE_EL_GETCFN, reader);
}

static inline int ceditline_set_owner(
    struct ceditline_library library, EditLine *line, void *owner) {
  return library.el_wset(line, CEDITLINE_EL_CLIENTDATA, owner);
}

static inline void *ceditline_owner(struct ceditline_library library, EditLine *line) {
  void *owner = NULL;
  return library.el_wget(line, CEDITLINE_EL_CLIENTDATA, &owner) == 0 ? owner : NULL;
}

static inline int ceditline_use_emacs_keys(struct ceditline_library library, EditLine *line) {
  return library.el_set(line, CEDITLINE_EL_EDITOR, "emacs");
}

static inline int ceditline_add_command(
    struct ceditline_library library, EditLine *line, const char *name, const char *help,
    ceditline_command command) {
  return library.el_set(line, CEDITLINE_EL_ADDFN, name, help, command);
}

static inline int ceditline_bind(
    struct ceditline_library library, EditLine *line, const char *key, const char *command) {
  return library.el_set(line, CEDITLINE_EL_BIND, key, command, (char *)NULL);
}

// Forgets what is on the screen, then draws prompt and line from the cursor's place on.
static inline int ceditline_redraw(struct ceditline_library library, EditLine *line) {
  return library.el_wset(line, CEDITLINE_EL_REFRESH);
}

// Changes the modes for editing ("-d") or those between lines ("-x"), as "+noflsh" does.
static inline int ceditline_set_mode(
    struct ceditline_library library, EditLine *line, const char *modes, const char *change) {
  return library.el_set(line, CEDITLINE_EL_SETTY, modes, change, (char *)NULL);
}

// Raw mode for editing (1), the modes found before it (0).
static inline int ceditline_set_raw(struct ceditline_library library, EditLine *line, int raw) {
  return library.el_wset(line, CEDITLINE_EL_PREP_TERM, raw);
}

static inline int ceditline_use_history(
    struct ceditline_library library, EditLine *line, HistoryW *lines) {
  return library.el_wset(line, CEDITLINE_EL_HIST, library.history_w, lines);
}

static inline int ceditline_history_limit(
    struct ceditline_library library, HistoryW *lines, int limit) {
  ceditline_event event;
  return library.history_w(lines, &event, CEDITLINE_H_SETSIZE, limit);
}

static inline int ceditline_history_add(
    struct ceditline_library library, HistoryW *lines, const wchar_t *text) {
  ceditline_event event;
  return library.history_w(lines, &event, CEDITLINE_H_ENTER, text);
}

// CODESET is a macro over an enum constant here and a number on macOS.
static inline int ceditline_locale_is_utf8(void) {
  const char *codeset = nl_langinfo(CODESET);
  return strcmp(codeset, "UTF-8") == 0 || strcmp(codeset, "utf8") == 0;
}

// Declared by wchar.h only under _XOPEN_SOURCE, which Swift does not set.
extern int wcwidth(wchar_t character);

// wchar.h is not part of the Glibc module. The columns that libedit gives to a character: what
// cannot be printed is drawn as ^A or \U+1234.
static inline int ceditline_drawn_width(wchar_t character) {
  if (character < 256 && iswcntrl((wint_t)character)) return 2;
  if (!iswprint((wint_t)character)) return character > 0xffff ? 8 : 7;
  return wcwidth(character);
}

// ioctl is variadic, and TIOCGWINSZ is a function-like macro on macOS. 1 when the size is known.
static inline int ceditline_window_size(int descriptor, int *columns, int *rows) {
  struct winsize size;
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 0;
  *columns = size.ws_col;
  *rows = size.ws_row == 0 ? 24 : size.ws_row;
  return 1;
}

// The handler's field lies in a union that has another name on each platform, and SIG_IGN is a
// cast that Swift cannot read. Leaves a signal that is ignored as it is. SA_RESTART, because the
// signal may interrupt any thread of the app.
static inline void ceditline_watch_signal(
    int number, void (*handler)(int), struct sigaction *previous) {
  if (sigaction(number, NULL, previous) != 0) return;
  if (!(previous->sa_flags & SA_SIGINFO) && previous->sa_handler == SIG_IGN) return;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, NULL);
}

// `sigaction` names both a type and a function, which differ for Swift only by their arguments.
static inline void ceditline_restore_signal(int number, const struct sigaction *previous) {
  sigaction(number, previous, NULL);
}

// `stdout` is a global variable, which Swift 6 does not take for safe. After descriptor 1 became a
// pipe, the app's lines must still leave as lines.
static inline void ceditline_line_buffer_stdout(void) {
  setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
}

static inline void ceditline_flush_stdout(void) {
  fflush(stdout);
}

#endif
