import { openSqlite } from '#server/database/sqlite.ts';
import { removeDemo } from '#server/demo/remove.ts';
import { parseEnv } from '#server/env.ts';

const { dataDir } = parseEnv(process.env);
const database = await openSqlite(dataDir);
const { removed, retired } = await database.write((tx) => removeDemo(tx, new Date()));
await database.close();
const bought = retired === 0 ? '' : `, ${retired} that were bought are kept for their buyers`;
process.stdout.write(
  `The demo studio is gone from ${dataDir}: ${removed} designs removed${bought}.\n`,
);
