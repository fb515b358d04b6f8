// The driver of the heater: power in per cent, and the steam that ends it.

#include "heater.h"

static int steam_readings = 0;

// Implements: REQ-d00001-A+B
int heater_set(int power)
{
    if (power < 0) {
        power = 0;
    }
    return write_power(power > 100 ? 100 : power);
}

int steam_seen(int reading, int threshold)
{
    // Implements: REQ-d00002-B, REQ-d00002-C
    steam_readings = reading > threshold ? steam_readings + 1 : 0;
    return steam_readings >= 3;
}

// Implements: REQ-d00004-C
void cut_off(void)
{
    heater_set(0);
}
