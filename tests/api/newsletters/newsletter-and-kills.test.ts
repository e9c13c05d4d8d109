import { expect, test } from 'vitest';
import { campaignMs } from '#tests/support/campaign-ms.ts';
import { killInWork } from '#tests/support/kill-in-work.ts';
import { localMailServer } from '#tests/support/local-mail-server.ts';
import { addNewsReaders } from '#tests/support/news-readers.ts';
import { openNewsletterDesk } from '#tests/support/newsletter-desk.ts';
import { shopSettings } from '#tests/support/open-new-database.ts';

const count = Number(process.env.NEWSLETTER_READERS ?? 60);
const processes = 3;
/** How often each process is killed at most: the mail that it was sending waits for ten seconds. */
const mostKills = count > 1000 ? 10 : 1;
const pace = { portionMs: 0, portion: 10, mostWaiting: 100, fewestRefused: 3, refusedShare: 0.05 };

test(`three processes that are killed give ${count} readers one newsletter, and stop it by the rule alone`, {
  timeout: campaignMs,
}, async () => {
  const desk = await openNewsletterDesk();
  const { services } = desk;
  const emails = (await addNewsReaders(services, count)).map(({ email }) => email);
  const unknown = emails.filter((_, place) => place % 10 === 9);
  const mailServer = await localMailServer(unknown);
  const { id } = await desk.create();
  const began = Date.now();
  const send = async (refusedShare: number, kills: number): Promise<number> => {
    const settings = {
      ...{ ...shopSettings(services.env.dataDir), SMTP_URL: mailServer.url, LOG_LEVEL: 'silent' },
      ...{ CLOCK: String(began), PACE: JSON.stringify({ ...pace, refusedShare }) },
    };
    const most = Math.max(4, Math.floor(count / processes / (kills + 1)));
    const killed = Array.from({ length: processes }, async () => {
      for (let left = kills; left >= 0; left -= 1) {
        const range = left > 0 ? ([2, most] as const) : undefined;
        if (!(await killInWork('tests/trials/send-newsletter.ts', settings, range))) {
          return kills - left;
        }
      }
      return kills;
    });
    return (await Promise.all(killed)).reduce((sum, each) => sum + each);
  };

  await desk.send(id);
  await send(pace.refusedShare, 0);
  const stopped = await desk.read(id);
  expect(stopped).toMatchObject({ state: 'stopped', stopReason: 'refused' });
  expect(stopped.figures.refused).toBeGreaterThanOrEqual(pace.fewestRefused);

  // With a rule that allows more, it isn't stopped.
  await desk.send(id);
  const kills = await send(0.2, mostKills);
  await mailServer.close();
  // One that starts late may find little left to send.
  expect(kills).toBeGreaterThanOrEqual(1);
  expect(await desk.read(id)).toMatchObject({
    ...{ state: 'sent', stopReason: null, sent: count - unknown.length },
    figures: { refused: unknown.length, left: 0, waiting: 0 },
  });
  const copies = Map.groupBy(
    mailServer.received.filter(({ text }) => text.includes('List-Unsubscribe-Post:')),
    ({ to }) => to[0] ?? '',
  );
  expect([...copies.keys()].sort()).toEqual(
    emails.filter((email) => !unknown.includes(email)).sort(),
  );
  // Only one whose sender died before it was recorded, always as the same mail (decision 064).
  const repeated = [...copies.values()].filter((mails) => mails.length > 1);
  expect(repeated.length).toBeLessThanOrEqual(kills);
  const idsOf = (mails: readonly { readonly text: string }[]) =>
    new Set(mails.map(({ text }) => /^Message-ID: (.*)$/im.exec(text)?.[1]));
  expect(repeated.filter((mails) => idsOf(mails).size > 1)).toEqual([]);
});
