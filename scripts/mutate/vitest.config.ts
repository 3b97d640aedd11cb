import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import process from 'node:process';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import root from '../../vitest.config.ts';
import { findMutants } from './find-mutants.ts';
import { instrument } from './instrument.ts';
import { readJob } from './job.ts';

const job = readJob(process.env.MUTATE_JOB ?? '');
const wanted = process.env.MUTATE_PROJECT;

const plantFaults: Plugin = {
  name: 'plant-faults',
  enforce: 'pre',
  transform(_, id) {
    const source = job.sources.find(({ path }) => path === relative(process.cwd(), id));
    if (!source) return null;
    const text = readFileSync(id, 'utf8');
    return { code: instrument(text, findMutants(source.path, text), source.firstNumber), map: null };
  },
};

const projects = (root.test?.projects ?? []) as { test?: { name?: string } }[];
const project = projects.find(({ test }) => test?.name === wanted)?.test;
if (!project) throw new Error(`vitest.config.ts: project ${wanted} not found`);
const { projects: _, ...shared } = root.test ?? {};

/** One project of vitest.config.ts, with instrumented sources and a session instead of its test files. */
export default defineConfig({
  ...root,
  plugins: [plantFaults],
  test: {
    ...shared,
    ...project,
    include: ['scripts/mutate/entry.ts'],
    exclude: [],
    passWithNoTests: true,
    isolate: false,
    maxWorkers: 1,
    runner: 'scripts/mutate/runner.ts',
    silent: true,
  },
});
