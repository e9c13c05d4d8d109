import type { Hono } from 'hono';
import { commissionMessages } from '#contract/studio/commissions.ts';
import { makeAuditedChange } from '../platform/database/change.ts';
import type { Reader } from '../platform/database/open.ts';
import { spend } from '../platform/http/limit.ts';
import { Problem } from '../platform/http/problem.ts';
import type { Services } from '../platform/services/services.ts';
import { readSetting, writeSetting } from '../platform/settings/settings.ts';
import { serveStudio } from '../staff/serve-studio.ts';
import { addNote, moveByHand, pass, sendQuote } from './desk-changes.ts';
import { boardPage, readLetter } from './desk-requests.ts';
import { openOrCloseCommissions } from './open-or-close.ts';
import { pictureAnswer } from './picture-answer.ts';
import { putInShop } from './put-in-shop.ts';
import { remindOfRest } from './remind-of-rest.ts';
import { saveRules } from './save-rules.ts';
import { countOpen, slotsLeft } from './slots.ts';
import { subscribersOf } from './subscribers.ts';

/** Per request, so that repeated presses don't flood a mailbox. */
const reminderLimit = { count: 3, windowMs: 86_400_000 };

/** The studio's routes for its inbox of custom requests, and the switch that opens and closes them. */
export function studioCommissionRoutes(app: Hono, services: Services): void {
  const { database, env } = services;

  serveStudio(app, services, 'customsState', () => readState(database.read));

  serveStudio(app, services, 'setCustomsState', ({ account, body: { status } }) =>
    makeAuditedChange(services, account.id, async (change) => {
      const { tx } = change;
      const left = await slotsLeft(change);
      if (status === 'On' && left !== null && left <= 0) {
        throw new Problem('CONFLICT', commissionMessages.full(await countOpen(tx)));
      }
      await openOrCloseCommissions(change, status);
      await writeSetting(change, 'isClosedAsFull', false);
      return readState(tx);
    }),
  );

  serveStudio(app, services, 'setCommissionRules', ({ account, body }) =>
    makeAuditedChange(services, account.id, async (change) => {
      await saveRules(change, body);
      return readState(change.tx);
    }),
  );

  serveStudio(app, services, 'deskRequests', ({ query }) => boardPage(database.read, query));

  serveStudio(app, services, 'deskRequest', ({ params }) => readLetter(database.read, params.id));

  serveStudio(app, services, 'deskPicture', async ({ params }) => {
    const picture = await database.read
      .selectFrom('customRequestImages')
      .select(['upload', 'position'])
      .where('id', '=', params.id)
      .executeTakeFirst();
    return pictureAnswer(services.files, picture);
  });

  serveStudio(app, services, 'noteRequest', ({ account, params, body }) =>
    makeAuditedChange(services, account.id, (change) => addNote(change, params.id, body)),
  );

  serveStudio(app, services, 'passRequest', ({ account, params, body }) =>
    makeAuditedChange(services, account.id, (change) => pass(change, params.id, body.status)),
  );

  serveStudio(app, services, 'quoteRequest', ({ account, params: { id }, body }) =>
    makeAuditedChange(services, account.id, (change) => sendQuote(change, env, id, body)),
  );

  serveStudio(app, services, 'putInShop', ({ account, params }) =>
    makeAuditedChange(services, account.id, (change) => putInShop(change, params.id)),
  );

  serveStudio(app, services, 'remindOfRest', async ({ account, params: { id } }) => {
    await spend(services, `rest:${id}`, reminderLimit);
    return makeAuditedChange(services, account.id, (change) => remindOfRest(change, env, id));
  });

  serveStudio(app, services, 'moveRequest', ({ account, params, body }) =>
    makeAuditedChange(services, account.id, (change) => moveByHand(change, env, params.id, body)),
  );
}

async function readState(reader: Reader) {
  const { value: status, updatedAt } = await readSetting(reader, 'customStatus');
  const { listeners } = await subscribersOf(reader)
    .select((eb) => eb.fn.countAll<number>().as('listeners'))
    .executeTakeFirstOrThrow();
  const { value: rules } = await readSetting(reader, 'commissionRules');
  return { status, updatedAt, listeners, rules, open: await countOpen(reader) };
}
