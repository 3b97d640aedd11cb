import { CALLS_PER_CALLER } from '#domain/limits';

// 64 calls of one caller take longer than ten seconds on a busy machine, which must not fail tests.
CALLS_PER_CALLER.waitSeconds = 300;
