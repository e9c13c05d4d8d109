import type { Hono } from 'hono';
import { newsletterLimits } from '#contract/studio/newsletters.ts';
import { readSeller } from '../orders/papers/seller.ts';
import { recordAction } from '../platform/audit/record-action.ts';
import { makeAuditedChange } from '../platform/database/change.ts';
import type { Reader } from '../platform/database/open.ts';
import { makeAuditedOnce } from '../platform/http/answer-again.ts';
import { spend } from '../platform/http/limit.ts';
import { letterhead } from '../platform/mail/letterhead.ts';
import { queueMail } from '../platform/mail/queue-mail.ts';
import type { Services } from '../platform/services/services.ts';
import { readTimeZone } from '../platform/settings/settings.ts';
import { serveStudio } from '../staff/serve-studio.ts';
import { audienceOf, countReaders, remainingReaders } from './audience.ts';
import { importConsents, planConsents, readConsents } from './import-consents.ts';
import { sendNewsletter } from './plan-newsletter.ts';
import { newsletterPage, newsletterRow, readNewsletter } from './read-newsletters.ts';
import { createNewsletter, deleteNewsletter, saveNewsletter } from './save-newsletter.ts';
import { stopNewsletter } from './stop-newsletter.ts';
import { newsletterDesigns, newsletterLetter, typedCoupon } from './write-newsletter.ts';

/** Per staff member. */
const testMails = { count: 20, windowMs: 3_600_000 };

const newDesignsMs = 31 * 24 * 3_600_000;

/** The studio's routes for newsletters. */
export function newsletterRoutes(app: Hono, services: Services): void {
  const { database, clock, env } = services;

  const read = async (reader: Reader, id: string) =>
    readNewsletter(reader, id, await readTimeZone(reader, env));

  serveStudio(app, services, 'newsletters', async ({ query: { page } }) =>
    newsletterPage(database.read, page, await readTimeZone(database.read, env)),
  );

  serveStudio(app, services, 'newsletter', ({ params }) => read(database.read, params.id));

  serveStudio(app, services, 'createNewsletter', ({ account, body, once }) =>
    makeAuditedOnce(once, account.id, async (change) =>
      read(change.tx, await createNewsletter(change, body.subject)),
    ),
  );

  serveStudio(app, services, 'saveNewsletter', ({ account, params: { id }, body }) =>
    makeAuditedChange(services, account.id, async (change) => {
      await saveNewsletter(change, id, body);
      return read(change.tx, id);
    }),
  );

  serveStudio(app, services, 'deleteNewsletter', async ({ account, params: { id } }) => {
    await makeAuditedChange(services, account.id, (change) => deleteNewsletter(change, id));
    return { message: 'Newsletter deleted.' };
  });

  serveStudio(app, services, 'testNewsletter', async ({ account, body }) => {
    await spend(services, `newsletterTest:${account.id}`, testMails);
    await makeAuditedChange(services, account.id, async (change) => {
      const { tx } = change;
      const { designIds, couponCode: code, ...words } = body;
      const coupon = await typedCoupon(tx, code);
      const designs = await newsletterDesigns(tx, designIds);
      const seller = await readSeller(tx);
      const written = { ...words, designs, couponCode: coupon?.code ?? '', seller };
      const letter = newsletterLetter(await letterhead(tx, env), written);
      await queueMail(change, { ...letter, recipient: account.email });
      const line = { subjectId: account.id, before: null, after: null };
      await recordAction(change, { ...line, action: 'mails.tested' });
    });
    return { message: `Sent to ${account.email}.` };
  });

  serveStudio(app, services, 'newsletterReaders', async ({ query: { audience } }) => ({
    readers: await countReaders(database.read, audienceOf(database.read, audience)),
  }));

  const plannedConsents = async (file: ReadableStream<Uint8Array>) => {
    const timeZone = await readTimeZone(database.read, env);
    return planConsents(database.read, await readConsents(file, { now: clock(), timeZone }));
  };

  serveStudio(app, services, 'previewConsents', async ({ body }) => {
    return (await plannedConsents(body)).shown;
  });

  serveStudio(app, services, 'importConsents', async ({ account, body }) => {
    const planned = await plannedConsents(body);
    return makeAuditedChange(services, account.id, (change) => importConsents(change, planned));
  });

  serveStudio(app, services, 'newDesigns', async () => {
    const rows = await database.read
      .selectFrom('products')
      .select('id')
      .where('status', '=', 'published')
      .where('commissionId', 'is', null)
      .where('publishedAt', '>=', new Date(clock().getTime() - newDesignsMs).toISOString())
      .orderBy('publishedAt', 'desc')
      .orderBy('id', 'desc')
      .limit(newsletterLimits.designs)
      .execute();
    const ids = rows.map(({ id }) => id);
    return { designs: await newsletterDesigns(database.read, ids) };
  });

  serveStudio(app, services, 'sendNewsletter', async ({ account, params: { id }, body, once }) => {
    // Counting them holds up no payment.
    const row = await newsletterRow(database.read, id);
    const readers = await countReaders(database.read, remainingReaders(database.read, row));
    return makeAuditedOnce(once, account.id, async (change) => {
      const timeZone = await readTimeZone(change.tx, env);
      await sendNewsletter(change, id, { ...body, timeZone, readers });
      return readNewsletter(change.tx, id, timeZone, readers);
    });
  });

  serveStudio(app, services, 'stopNewsletter', async ({ account, params: { id }, query }) => {
    await makeAuditedChange(services, account.id, (change) =>
      stopNewsletter(change, id, 'staff', query.version),
    );
    // Counting its readers holds up no payment.
    return read(database.read, id);
  });
}
