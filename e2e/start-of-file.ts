import { forgetNoted } from './canary.ts';

// Files share a process: what an earlier one put into its banks is nothing that this one's could log.
forgetNoted();
