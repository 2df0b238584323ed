/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* C interface of the tuner, of libtvm_mlir_compiler.so: ask for candidates,
 * measure them in any way, in any number at a time, on any machines, tell the
 * results.
 *
 *   tvm_tuner *tuner;
 *   tvm_tuner_options options = {sizeof(options)};
 *   options.database = "tuning.db";
 *   options.max_trials = 200;
 *   tvm_tuner_open("model.onnx", &options, &tuner);
 *   uint64_t id;
 *   size_t count;
 *   while (tvm_tuner_ask(tuner, 1, &id, &count) == TVM_TUNER_OK && count) {
 *     tvm_tuner_write_program(tuner, id, "candidate.mlir");
 *     tvm_tuner_result result = {sizeof(result)};
 *     ... compile the program, compare its results with those of the task's
 *         program, run both in turns ...
 *     tvm_tuner_tell(tuner, id, &result);
 *   }
 *   tvm_tuner_close(tuner);
 *   ... tvmc compile model.onnx --database=tuning.db ...
 *
 * A task is a distinct kernel of the model. A candidate is a strategy of a task
 * that has to be measured: the default strategy, without which a task is not
 * tuned; a trial; or the best strategy again, until it has three results. Every
 * result is in the database when tvm_tuner_tell returns, so a session that ends
 * in any way goes on where it was.
 *
 * Errors. A function that returns a tvm_tuner_status has failed if that is not
 * TVM_TUNER_OK. Then tvm_tuner_last_error() is the text, and results are
 * unchanged. No call aborts or throws because of its input.
 *
 * Ownership. A tuner belongs to the caller, who closes it. Texts that the
 * caller hands over are copied. Texts in results belong to the tuner; their
 * comments say how long they live.
 *
 * Threads. Any number of threads may use a tuner at a time, except for closing
 * it.
 *
 * Structs begin with their size, which the caller sets before the call: fields
 * that a later version adds at the end stay as they are, or have their
 * defaults.
 *
 * Times are in seconds. */
#ifndef TVM_TUNER_H
#define TVM_TUNER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TVM_TUNER_API __attribute__((visibility("default")))

typedef enum {
  TVM_TUNER_OK = 0,
  /* The model, the database or a file is wrong or cannot be used. */
  TVM_TUNER_FAILED = 1,
  /* The caller's mistake: an argument, an option, a number. */
  TVM_TUNER_WRONG_USE = 2
} tvm_tuner_status;

/* Text of the last error on this thread: lower case, "" if none. Valid until
 * the next failing call on this thread. */
TVM_TUNER_API const char *tvm_tuner_last_error(void);

/* A session. */
typedef struct tvm_tuner tvm_tuner;

/* Options of a session. Zeros and NULLs are the defaults in brackets. */
typedef struct {
  size_t struct_size;
  /* File of the records, which is created if it is missing. Required. */
  const char *database;
  /* Options of `tvmc compile` on which the kernels depend, such as --target,
   * separated by spaces; "\ " is a space in one. (none) */
  const char *compile_options;
  /* Folder for programs, with the model's weights, which stays. Sessions at the
   * same time need different ones. (a temporary one, removed at the end) */
  const char *folder;
  /* Method of search, as of `tvmc tune --search`, perhaps of a plug-in that
   * compile_options load. ("evolutionary") */
  const char *search;
  /* How kernels are measured. Records of other methods do not count. ("alone")
   */
  const char *method;
  /* Name of the processor that measures. Records of others do not count. (the
   * name of this machine's) */
  const char *machine;
  uint64_t seed;
  /* Largest number of trials, with those that have records. (any) */
  uint64_t max_trials;
  /* Seconds after which no candidate is returned. (any) */
  double max_seconds;
  /* Results of a task between two fits of its model. (16) */
  uint32_t round_size;
  /* Gets messages of the compilation of tvm_tuner_open, as in tvm_compile: 0
   * error, 1 warning (a kernel has no exact results or no recorded inputs), 2
   * remark (a kernel is not tuned), 3 progress. `text` is valid during the
   * call. (nobody) */
  void (*handler)(void *user, int severity, const char *text);
  void *user; /* handed to `handler` */
  /* Threads of a run on the machine that measures. Records of other numbers do
   * not count. (all that the machine has) */
  uint32_t threads;
} tvm_tuner_options;

/* Compiles the model at `model_path` (*.onnx, or *.mlir as --dump-ir writes it)
 * up to its kernels, and opens the database. The session begins: its time runs.
 * `tuner` gets a handle, which the caller closes.
 * FAILED: the model or the database; the text has all errors of the model.
 * WRONG_USE: arguments of NULL, wrong options. */
TVM_TUNER_API tvm_tuner_status tvm_tuner_open(const char *model_path,
                                              const tvm_tuner_options *options,
                                              tvm_tuner **tuner);

/* Ends the session. NULL does nothing. */
TVM_TUNER_API void tvm_tuner_close(tvm_tuner *tuner);

/*===-- Tasks -----------------------------------------------------------===*/

/* A task, and what is known about it. Texts live as long as the tuner. */
typedef struct {
  size_t struct_size;
  /* Name of the kernel, unique in the session. */
  const char *name;
  /* Canonical text of the kernel, by which the database knows it. */
  const char *text;
  /* File of the program that runs only the kernel, with the default strategy:
   * `tvmc compile` takes it. It reads weights.bin beside it. */
  const char *program;
  /* Launches in a run of the model; operations and bytes of a launch, 0 if they
   * are unknown. */
  uint32_t launches;
  int64_t flops, bytes;
  /* Number of points in the space of strategies. */
  uint64_t points;
  /* File of the kernel's program with f64 arithmetic: the same inputs, floating
   * outputs in f64. Compiled without schedules (`tvmc compile --level=loops`),
   * it computes what `tvmc compare --exact` reads. NULL if the kernel has no
   * such form. */
  const char *exact_program;
  /* File of the program that runs the model, and returns what kernels read in
   * it: an output "NAME:INPUT" for each input of this kernel's program, and
   * those of other tasks. NULL if the inputs of this kernel are not among them.
   */
  const char *inputs_program;
} tvm_tuner_task;

/* Number of tasks; 0 for NULL. */
TVM_TUNER_API size_t tvm_tuner_num_tasks(const tvm_tuner *tuner);

/* Fills in task number `index`. WRONG_USE. */
TVM_TUNER_API tvm_tuner_status tvm_tuner_get_task(tvm_tuner *tuner,
                                                  size_t index,
                                                  tvm_tuner_task *task);

/* The best strategy of a task. */
typedef struct {
  size_t struct_size;
  /* Text of the strategy, valid until the next call with this tuner; NULL if
   * none has a result. */
  const char *strategy;
  /* Its time divided by the default's: the median of its results. */
  double share;
  /* Number of its results. */
  uint32_t results;
  /* Seconds of a launch by default; 0 if it has no result. */
  double default_seconds;
} tvm_tuner_best;

/* Fills in the best strategy of task number `index` by all results that count
 * in this session. WRONG_USE. */
TVM_TUNER_API tvm_tuner_status tvm_tuner_get_best(tvm_tuner *tuner,
                                                  size_t index,
                                                  tvm_tuner_best *best);

/*===-- Ask and tell ----------------------------------------------------===*/

/* Writes the numbers of at most `count` candidates to `ids`, and how many they
 * are to `asked`. 0 candidates: the session is over, or results have to
 * arrive first (tvm_tuner_state.is_done). FAILED: the database or the model of
 * the search. WRONG_USE. */
TVM_TUNER_API tvm_tuner_status tvm_tuner_ask(tvm_tuner *tuner, size_t count,
                                             uint64_t *ids, size_t *asked);

/* A candidate without a result. */
typedef struct {
  size_t struct_size;
  size_t task; /* its number */
  /* Text of the strategy, valid until the candidate has a result. */
  const char *strategy;
} tvm_tuner_candidate;

/* Fills in candidate `id`. WRONG_USE: there is none of this number, or it has a
 * result. */
TVM_TUNER_API tvm_tuner_status tvm_tuner_get_candidate(
    tvm_tuner *tuner, uint64_t id, tvm_tuner_candidate *candidate);

/* Writes the task's program with the candidate's strategy to `path`. It reads
 * weights.bin in its folder, the same file as beside tvm_tuner_task.program.
 * FAILED: the file. WRONG_USE: as tvm_tuner_get_candidate. */
TVM_TUNER_API tvm_tuner_status tvm_tuner_write_program(tvm_tuner *tuner,
                                                       uint64_t id,
                                                       const char *path);

/* What became of a candidate: its times, the cause of its failure, or noise. */
typedef struct {
  size_t struct_size;
  /* Cause: the program did not compile, crashed, computed something else. NULL
   * if there are times, or noise. */
  const char *failure;
  /* Median and quartiles of the runs; median of the runs by default, in turns
   * with these. All positive, lower <= median <= upper. */
  double median, lower, upper, reference;
  /* The time divided by the default's, of the least disturbed runs of both. */
  double share;
  int64_t runs; /* how many, at least 1 */
  /* 1 if the machine was too noisy: the times varied so much that they say
   * nothing about the strategy. Then there are neither times nor a failure. (0)
   */
  int32_t is_noisy;
} tvm_tuner_result;

/* Stores the result of candidate `id`. Noise is counted, and not recorded: the
 * strategy is not asked again in this session, unless it is the default or the
 * best one, which are asked until three results of theirs were noise. FAILED:
 * the database; the candidate still waits for a result. WRONG_USE: as
 * tvm_tuner_get_candidate, impossible times, noise with a failure. */
TVM_TUNER_API tvm_tuner_status tvm_tuner_tell(tvm_tuner *tuner, uint64_t id,
                                              const tvm_tuner_result *result);

/* Takes back candidate `id`, which nobody will measure: its strategy will be
 * asked again, under another number. WRONG_USE: as tvm_tuner_get_candidate. */
TVM_TUNER_API tvm_tuner_status tvm_tuner_release(tvm_tuner *tuner, uint64_t id);

/*===-- State -----------------------------------------------------------===*/

/* The state of a session. */
typedef struct {
  size_t struct_size;
  /* Trials that were asked; those of them with a record of an earlier session;
   * those that failed; those with strategies that were good for other kernels,
   * or for this one elsewhere. */
  uint64_t trials, replayed, failed, borrowed;
  /* Points whose strategy does not apply, which are no trials. */
  uint64_t refused;
  /* Candidates without a result. */
  uint64_t open;
  /* Estimated speed of the model's kernels: seconds of all launches by default
   * divided by those with the best strategies. */
  double speedup;
  double seconds; /* since the session began */
  /* 1 after tvm_tuner_ask has returned no candidate and all have results. */
  int32_t is_done;
  /* The target of the model, which the records have. Lives as long as the
   * tuner.
   */
  const char *target;
  /* Results that were noise. */
  uint64_t noisy;
} tvm_tuner_state;

/* Fills in the state. WRONG_USE. */
TVM_TUNER_API tvm_tuner_status tvm_tuner_get_state(tvm_tuner *tuner,
                                                   tvm_tuner_state *state);

#ifdef __cplusplus
}
#endif

#endif /* TVM_TUNER_H */
