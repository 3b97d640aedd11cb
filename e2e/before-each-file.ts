import { beforeAll } from 'vitest';
import { forgetSecrets } from './canary.ts';

// A process runs several files: a secret of one bank may occur as a number in the log of another.
beforeAll(forgetSecrets);
