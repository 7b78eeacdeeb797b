/*
 * A sampled controller of one's own, in C: a shared library with a few functions, named in a model by
 *
 *     controllers:
 *       pilot: {library: ./pilot.so, inputs: [mast.angle, mast.rate], outputs: [parameters.push], every: 10 ms}
 *
 * Build it with `cc -shared -fPIC -o pilot.so pilot.c`, this header included or not: the names and types below are all there is.
 * Of every run that begins, pintle calls create() once, step() at the times 0, T, 2 T, … (T is `every`), and destroy() at its
 * end. Between two calls of step() the outputs are held. All numbers are in SI units and radians; a condition among the inputs is
 * 1 or 0.
 *
 * What a controller remembers belongs in its handle, nothing of it in global variables: several runs may go on at once, in
 * several threads, each with a handle of its own. step() has to be a function of its arguments and the handle alone (no clock, no
 * random numbers without a seed): then a run gives the same digits every time.
 */
#ifndef PINTLE_CONTROLLER_H
#define PINTLE_CONTROLLER_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this header. A library says in pintle_controller_version() which one it was written for. */
#define PINTLE_CONTROLLER_VERSION 1

/* What a controller is told when it is made. Its pointers are good until create() returns. */
typedef struct pintle_controller_setup {
  const char* name;                /* of the controller in the model: "pilot" */
  double every;                    /* from sample to sample [s] */
  size_t inputs, outputs;          /* how many */
  const char* const* input_names;  /* as the model has them: "mast.angle", … */
  const char* const* output_names; /* "parameters.push", … */
} pintle_controller_setup;

/* ---- what a library has to have ------------------------------------------------------------------------------------ */

/* { return PINTLE_CONTROLLER_VERSION; } */
int pintle_controller_version(void);

/* Makes a controller and writes its handle, which may be NULL if it remembers nothing. 0: good; any other number: it cannot work,
 * for example because of the number of its inputs, and the run does not begin. */
int pintle_controller_create(const pintle_controller_setup* setup, void** handle);

/* Reads `inputs`, writes all of `outputs`; `time` is in seconds. The outputs come as they were written last, zero at first.
 * 0: good; any other number: the run ends with status `failed` and a sentence that tells the number. Outputs have to be finite. */
int pintle_controller_step(void* handle, double time, const double* inputs, double* outputs);

void pintle_controller_destroy(void* handle);

/* ---- what a library may have --------------------------------------------------------------------------------------- */

/* What a number other than 0 means, in a few words, for the sentence of the run; `handle` is NULL after create() failed. */
const char* pintle_controller_message(void* handle, int code);

/* What the handle remembers, as bytes, so that runs can be kept and resumed (--checkpoint); both or none. save() returns how many
 * bytes there are, and writes them if `capacity` is enough; it is first called with capacity 0. load() is called with a handle
 * that create() has just made; 0: good. Without these two, --checkpoint is refused for a model with this controller. */
size_t pintle_controller_save(void* handle, void* bytes, size_t capacity);
int pintle_controller_load(void* handle, const void* bytes, size_t count);

#ifdef __cplusplus
}
#endif

#endif
