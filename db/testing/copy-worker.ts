import { copySqlite } from '#db/copy-sqlite';

// A process that copies: each message names source and target; answered when the copy is whole.
process.on('message', ({ source, target }: { source: string; target: string }) => {
  copySqlite(source, target);
  process.send?.('copied');
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
