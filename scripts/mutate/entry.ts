// What vitest is given to run: a file without tests, after which the session begins (runner.ts).
export {};
