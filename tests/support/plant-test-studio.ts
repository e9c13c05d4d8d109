import { practicePassword } from '#contract/practice-accounts.ts';
import { argonPasswords } from '#server/accounts/passwords.ts';
import { openSqlite } from '#server/database/sqlite.ts';
import { plantDemo } from '#server/demo/plant.ts';

/** Puts the rows of a small demo studio in an empty folder; drawing comes after. */
export async function plantTestStudio(directory: string, designs: number): Promise<void> {
  const database = await openSqlite(directory);
  const hash = await argonPasswords().hash(practicePassword);
  await database.write((tx) => plantDemo(tx, new Date(), designs, hash));
  await database.close();
}
