import { migrate, open } from '#db/open';

// A second server process: opens and migrates the given database, then exits.
const db = await open(process.argv[2] ?? '');
await migrate(db);
await db.close();
