import { copySqlite } from '#db/copy-sqlite';

// Copies on each message `{source, target}`; answers when done.
process.on('message', ({ source, target }: { source: string; target: string }) => {
  copySqlite(source, target);
  process.send?.('copied');
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
