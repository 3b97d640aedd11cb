import { listPatterns, patternsOf } from './house-rules/linear-time.ts';
import { projectFiles, sources } from './house-rules/source-tree.ts';

/** Proves every regular expression that meets outside text to be linear, and keeps the list of those that are. */
const problems = listPatterns(patternsOf(sources(projectFiles())));
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
