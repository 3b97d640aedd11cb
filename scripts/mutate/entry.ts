// A file without tests for vitest to run; the session follows it (runner.ts).
export {};
