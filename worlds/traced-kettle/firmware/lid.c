// The latch of the lid.

#include "lid.h"

// Implements: REQ-d00005
enum latch latch_state(int pressed, int hooked)
{
    return hooked ? LOCKED : pressed ? CLOSED : OPEN;
}

// Refines: REQ-o00004-B
int can_open(enum latch state)
{
    return state != LOCKED;
}
