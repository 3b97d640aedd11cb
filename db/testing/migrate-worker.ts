import { migrate, open } from '#db/open';

// A second server process at its start: opens the database given, migrates it, and ends.
const db = await open(process.argv[2] ?? '');
await migrate(db);
await db.close();
