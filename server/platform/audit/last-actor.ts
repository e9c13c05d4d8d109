import type { Reader } from '../database/open.ts';

/** How far back to look for who changed a field; others saved it a moment ago. */
const linesSearched = 100;

/** The name, or else the e-mail, of who last changed one of these fields of a subject; null if nobody is known to have. */
export async function lastActor(
  read: Reader,
  subjectId: string,
  fields: readonly string[],
): Promise<string | null> {
  const lines = await read
    .selectFrom('auditLines')
    .leftJoin('studioAccounts', 'studioAccounts.id', 'auditLines.actorId')
    .select([
      'auditLines.actorId',
      'auditLines.after',
      'studioAccounts.name',
      'studioAccounts.email',
    ])
    .where('subjectId', '=', subjectId)
    .where('after', 'is not', null)
    .orderBy('auditLines.id', 'desc')
    .limit(linesSearched)
    .execute();
  const line = lines.find(({ after }) => {
    const seen = JSON.parse(after ?? '{}') as object;
    return fields.some((field) => field in seen);
  });
  return line ? line.name || line.email || line.actorId : null;
}

/** The name of a staff member, or else their e-mail. */
export async function staffName(read: Reader, email: string): Promise<string> {
  const account = await read
    .selectFrom('studioAccounts')
    .select('name')
    .where('email', '=', email)
    .executeTakeFirst();
  return account?.name || email;
}
