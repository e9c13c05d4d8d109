import { type EditedNewsletter, editedNewsletter } from '#contract/studio/newsletters.ts';
import { type Pace, sendNextPortion } from '#server/newsletters/send-newsletters.ts';
import type { OutgoingMail } from '#server/platform/mail/mail-transport.ts';
import { sendNext } from '#server/platform/mail/mailer.ts';
import { openDesignDesk } from './design-desk.ts';
import { addSellerAddress } from './seller-address.ts';
import { callStudio, studioRefused } from './studio-call.ts';

const minuteMs = 60_000;

/** What a test of newsletters sends at once, and when it gives up. */
export const testPace: Pace = {
  portionMs: minuteMs,
  portion: 10,
  mostWaiting: 100,
  fewestRefused: 3,
  refusedShare: 0.05,
};

/** A staff member who writes newsletters, and the mail server that takes them. */
export async function openNewsletterDesk() {
  const desk = await openDesignDesk();
  const { services, app, cookie } = desk;
  await addSellerAddress(services);
  const signed = { cookie };
  const sent: OutgoingMail[] = [];
  const read = async (id: string) =>
    (await callStudio(app, 'newsletter', { ...signed, params: { id } })).answer;
  const desked = {
    ...desk,
    sent,
    read,
    async create(changes: Partial<EditedNewsletter> = {}) {
      const { answer } = await callStudio(app, 'createNewsletter', {
        ...signed,
        body: { subject: 'Autumn' },
      });
      return desked.edit(answer.id, { text: 'Look what is new.\nSee you soon.', ...changes });
    },
    async edit(id: string, changes: Partial<EditedNewsletter>) {
      const body = { base: editedNewsletter(await read(id)), changes };
      return (await callStudio(app, 'saveNewsletter', { ...signed, params: { id }, body })).answer;
    },
    async editRefused(id: string, changes: Partial<EditedNewsletter>) {
      const body = { base: editedNewsletter(await read(id)), changes };
      const request = { ...signed, params: { id }, body };
      return (await studioRefused(app, 'saveNewsletter', request)).problem;
    },
    async send(id: string, at: string | null = null) {
      const body = { version: (await read(id)).version, at };
      return (await callStudio(app, 'sendNewsletter', { ...signed, params: { id }, body })).answer;
    },
    async sendRefused(id: string, at: string | null = null) {
      const body = { version: (await read(id)).version, at };
      const request = { ...signed, params: { id }, body };
      return (await studioRefused(app, 'sendNewsletter', request)).problem;
    },
    /** `seen`: the version that was read. */
    async stop(id: string, seen?: number) {
      const query = seen === undefined ? {} : { version: String(seen) };
      const request = { ...signed, params: { id }, query };
      return (await callStudio(app, 'stopNewsletter', request)).answer;
    },
    readersOf: async (audience: string) =>
      (await callStudio(app, 'newsletterReaders', { ...signed, query: { audience } })).answer
        .readers,
    /** Hands what is queued to the mail server, which refuses some for good. */
    async deliver(isRefused: (mail: OutgoingMail) => boolean = () => false): Promise<void> {
      const send = async (mail: OutgoingMail) => {
        if (isRefused(mail)) {
          const answer = { responseCode: 550, command: 'RCPT TO', code: 'EENVELOPE' };
          throw Object.assign(new Error('refused'), { ...answer, response: '550 unknown' });
        }
        sent.push(mail);
      };
      while (await sendNext(services, { send }));
    },
    /** Sends portion after portion, until nothing is due any more. */
    async sendAll(isRefused?: (mail: OutgoingMail) => boolean, pace = testPace): Promise<void> {
      while (await sendNextPortion(services, pace)) {
        await desked.deliver(isRefused);
        services.pass(pace.portionMs);
      }
    },
    /** Of newsletters. */
    recipients: () =>
      sent
        .filter(({ unsubscribeUrl }) => unsubscribeUrl)
        .map(({ recipient }) => recipient)
        .sort(),
  };
  // The invitation to the studio.
  await desked.deliver();
  sent.length = 0;
  return desked;
}
