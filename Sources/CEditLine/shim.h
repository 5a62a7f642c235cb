#ifndef CEDITLINE_SHIM_H
#define CEDITLINE_SHIM_H

// What line editing needs of the C library comes through this module, which exports what it
// includes: so no Swift file chooses between Glibc, Musl and Darwin.
#include <errno.h>
#include <histedit.h>
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

// el_set, el_wset and history_w are variadic and so not visible from Swift; each wrapper fixes one
// operation. Text passes as wchar_t, so that what is typed does not depend on the locale's charset.

typedef wchar_t *(*ceditline_prompt)(EditLine *);
typedef int (*ceditline_reader)(EditLine *, wchar_t *);
typedef unsigned char (*ceditline_command)(EditLine *, wint_t);

static inline int ceditline_set_prompt(EditLine *line, ceditline_prompt prompt) {
  return el_wset(line, EL_PROMPT, prompt);
}

// The wide form, because the narrow one makes older libraries hand the reader a char.
static inline int ceditline_set_reader(EditLine *line, ceditline_reader reader) {
  return el_wset(line, EL_GETCFN, reader);
}

static inline int ceditline_set_owner(EditLine *line, void *owner) {
  return el_wset(line, EL_CLIENTDATA, owner);
}

static inline void *ceditline_owner(EditLine *line) {
  void *owner = NULL;
  return el_wget(line, EL_CLIENTDATA, &owner) == 0 ? owner : NULL;
}

static inline int ceditline_use_emacs_keys(EditLine *line) {
  return el_set(line, EL_EDITOR, "emacs");
}

static inline int ceditline_add_command(
    EditLine *line, const char *name, const char *help, ceditline_command command) {
  return el_set(line, EL_ADDFN, name, help, command);
}

static inline int ceditline_bind(EditLine *line, const char *key, const char *command) {
  return el_set(line, EL_BIND, key, command, (char *)NULL);
}

// Forgets what is on the screen, then draws prompt and line from the cursor's place on.
static inline int ceditline_redraw(EditLine *line) {
  return el_wset(line, EL_REFRESH);
}

// Raw mode for editing (1), the modes found before it (0).
static inline int ceditline_set_raw(EditLine *line, int raw) {
  return el_wset(line, EL_PREP_TERM, raw);
}

static inline int ceditline_use_history(EditLine *line, HistoryW *lines) {
  return el_wset(line, EL_HIST, history_w, lines);
}

static inline int ceditline_history_limit(HistoryW *lines, int limit) {
  HistEventW event;
  return history_w(lines, &event, H_SETSIZE, limit);
}

static inline int ceditline_history_add(HistoryW *lines, const wchar_t *text) {
  HistEventW event;
  return history_w(lines, &event, H_ENTER, text);
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
// cast that Swift cannot read. Leaves a signal that is ignored as it is, and returns 1 where the
// handler was put in place. SA_RESTART, because the signal may interrupt any thread of the app.
static inline int ceditline_watch_signal(
    int number, void (*handler)(int), struct sigaction *previous) {
  if (sigaction(number, NULL, previous) != 0) return 0;
  if (!(previous->sa_flags & SA_SIGINFO) && previous->sa_handler == SIG_IGN) return 0;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  return sigaction(number, &action, NULL) == 0;
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
