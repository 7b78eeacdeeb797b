/* Balances a pole on a cart, and brings the cart back to the middle: four gains and the integral of the cart's place.
 *
 *     cc -shared -fPIC -I PREFIX/include -o balance.so balance.c
 */
#include <pintle/controllers/controller.h>
#include <stdlib.h>
#include <string.h>

enum { ANGLE, RATE, PLACE, VELOCITY, INPUTS };
enum { PUSH, OUTPUTS };
enum { NO_MEMORY = 1, OTHER_INPUTS = 2, FELL = 3 };

struct balance {
  double every;    /* [s] */
  double integral; /* of the cart's place [m s] */
};

int pintle_controller_version(void) { return PINTLE_CONTROLLER_VERSION; }

int pintle_controller_create(const pintle_controller_setup* setup, void** handle) {
  struct balance* b;
  if (setup->inputs != INPUTS || setup->outputs != OUTPUTS) return OTHER_INPUTS;
  b = calloc(1, sizeof *b);
  if (!b) return NO_MEMORY;
  b->every = setup->every;
  *handle = b;
  return 0;
}

int pintle_controller_step(void* handle, double time, const double* inputs, double* outputs) {
  struct balance* b = handle;
  (void)time;
  if (inputs[ANGLE] > 1 || inputs[ANGLE] < -1) return FELL;
  outputs[PUSH] = 60 * inputs[ANGLE] + 14 * inputs[RATE] + 6 * inputs[PLACE] + 9 * inputs[VELOCITY] + 1 * b->integral;
  b->integral += b->every * inputs[PLACE];
  return 0;
}

void pintle_controller_destroy(void* handle) { free(handle); }

/* ---- what a library may have: a sentence for its numbers, and its memory, so that runs can be kept and resumed ---- */

const char* pintle_controller_message(void* handle, int code) {
  (void)handle;
  switch (code) {
    case NO_MEMORY: return "there is no memory left";
    case OTHER_INPUTS: return "it takes the inputs angle, rate, place, velocity and gives one output, the push";
    case FELL: return "the pole leans by more than 1 rad, and cannot be caught any more";
    default: return NULL;
  }
}

size_t pintle_controller_save(void* handle, void* bytes, size_t capacity) {
  if (capacity >= sizeof(struct balance)) memcpy(bytes, handle, sizeof(struct balance));
  return sizeof(struct balance);
}

int pintle_controller_load(void* handle, const void* bytes, size_t count) {
  if (count != sizeof(struct balance)) return 1;
  memcpy(handle, bytes, count);
  return 0;
}
