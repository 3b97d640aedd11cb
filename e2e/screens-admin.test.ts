/** @module-tag prove */
import { ADMINISTRATORS } from './every-screen.ts';
import { testScreensOf } from './screens.ts';

testScreensOf(ADMINISTRATORS);
