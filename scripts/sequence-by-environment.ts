import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The order of the test files: those of a DOM one after another, behind the rest. vitest ends a process whose next file has
 * another environment, and the process after it loads every module anew.
 */
export class SequenceByEnvironment extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter((file) => !hasDom(file)), ...sorted.filter(hasDom)];
  }
}

const hasDom = ({ moduleId }: TestSpecification) =>
  readFileSync(moduleId, 'utf8').startsWith('// @vitest-environment jsdom');
