/** @module-tag prove */
import { CUSTOMERS } from './every-screen.ts';
import { testScreensOf } from './screens.ts';

testScreensOf(CUSTOMERS);
