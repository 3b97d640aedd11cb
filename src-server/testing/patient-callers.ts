import { CALLS_PER_CALLER } from '#domain/limits';
import { CROWDED_PROCESS } from '#domain/network-limits';

// 64 calls of one caller take longer than ten seconds on a busy machine, which must not fail tests.
CALLS_PER_CALLER.waitSeconds = 300;

// The thread of a test is always busy, and all tests call from one network.
CROWDED_PROCESS.mostStrain = 1;
