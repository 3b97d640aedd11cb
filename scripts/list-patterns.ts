import { listPatterns, patternsOf } from './house-rules/linear-time.ts';
import { projectFiles, sources } from './house-rules/source-tree.ts';

/** `npm run patterns`: proves that the regular expressions on external text are linear, and lists them. */
const problems = listPatterns(patternsOf(sources(projectFiles())));
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
