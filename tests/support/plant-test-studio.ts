import { practicePassword } from '#contract/shop/practice-accounts.ts';
import { seedDemo } from '#demo/seed.ts';
import { openSqlite } from '#server/platform/database/sqlite.ts';
import { argonPasswords } from '#server/platform/sign-in/passwords.ts';

/** Adds the rows of a small demo studio to an empty folder; drawing comes later. */
export async function plantTestStudio(directory: string, designs: number): Promise<void> {
  const database = await openSqlite(directory);
  const hash = await argonPasswords().hash(practicePassword);
  await database.write((tx) => seedDemo(tx, new Date(), designs, hash));
  await database.close();
}
