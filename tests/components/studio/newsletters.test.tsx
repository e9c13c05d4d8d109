import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { CollectionDesign } from '#contract/studio/collections.ts';
import { consentRefusals } from '#contract/studio/consents.ts';
import {
  editedNewsletter,
  type Newsletter,
  newsletterRefusals,
} from '#contract/studio/newsletters.ts';
import { Refusal } from '#tests/support/calls-at-fetch.ts';
import { newId } from '#tests/support/new-id.ts';
import { comeBack, openStudio } from '#tests/support/open-studio.tsx';
import { saveChanged } from '#tests/support/save-changed.ts';
import { toastOf } from '#tests/support/shown-toasts.ts';
import { expectSoundScreen } from '#tests/support/sound-screen.ts';

const fox: CollectionDesign = {
  id: newId(),
  title: 'Fox and moon',
  status: 'published',
  price: 12,
  image: null,
};

function makeNewsletter(part: Partial<Newsletter> = {}): Newsletter {
  return {
    ...{ id: newId(), subject: 'Autumn', state: 'draft', sendsAt: null, sent: 0, version: 1 },
    ...{ text: '', designs: [], couponCode: '', audience: 'everyone', stopReason: null },
    figures: { left: 40, waiting: 0, refused: 0, unsubscribed: 0, orders: 0 },
    ...part,
  };
}

function openNews(newsletters: Newsletter[], address = '1 Mill Lane') {
  const of = (id: string) => newsletters.find((each) => each.id === id) ?? makeNewsletter();
  return openStudio({
    path: '/news',
    prepare({ handlers }) {
      handlers.newsletters = () => ({
        items: newsletters.map(({ id, subject, state, sendsAt, sent }) => ({
          ...{ id, subject, state, sendsAt, sent },
        })),
        total: newsletters.length,
        totalPages: 1,
      });
      handlers.newsletter = ({ params: { id } }) => of(id);
      handlers.createNewsletter = ({ body }) => {
        const made = makeNewsletter(body);
        newsletters.unshift(made);
        return made;
      };
      handlers.saveNewsletter = ({ params: { id }, body }) => {
        const newsletter = of(id);
        const edited = editedNewsletter(newsletter);
        saveChanged<Partial<typeof edited>>(edited, body);
        const { designIds, ...fields } = edited;
        const designs = designIds.length > 0 ? [fox] : [];
        return Object.assign(newsletter, fields, { designs, version: newsletter.version + 1 });
      };
      handlers.seller = () => ({ name: '', address, taxId: '' });
      handlers.newDesigns = () => ({ designs: [fox] });
      handlers.newsletterReaders = ({ query: { audience } }) => ({
        readers: audience === 'neverBought' ? 12 : 40,
      });
      handlers.testNewsletter = () => ({ message: 'Sent to mia@studio.example.' });
      handlers.sendNewsletter = ({ params: { id }, body: { at } }) =>
        Object.assign(of(id), {
          ...{ state: at === null ? 'sending' : 'planned', sendsAt: at ?? '2026-11-30T12:00' },
          version: of(id).version + 1,
        });
      handlers.stopNewsletter = ({ params: { id } }) =>
        Object.assign(of(id), { state: 'stopped', stopReason: 'staff', sent: 10 });
    },
  });
}

const preview = page.getByRole('region', { name: 'Preview' });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const inDialog = (name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true });

test('a newsletter is written, filled with the new designs, tested, planned and stopped', async () => {
  const studio = openNews([]);
  await expect.element(page.getByText('No newsletters yet')).toBeVisible();
  await expectSoundScreen();
  await page.getByLabelText('Subject of a new newsletter').fill('Autumn');
  await button('Create').click();

  await page.getByRole('textbox', { name: 'Text' }).fill('Look what is new.');
  await button('Add the new designs of the month').click();
  const designs = page.getByRole('list', { name: 'Designs of the newsletter' });
  await expect.element(designs).toMatchTextContent('Fox and moon');
  await expect.element(page.getByText('Reaches 40 readers now.')).toBeVisible();
  const audiences = page.getByLabelText('Who gets it');
  await expect.element(audiences).toMatchTextContent('Bought a design');
  await expect.element(audiences).toMatchTextContent('Have a design on their wishlist');
  await audiences.selectOptions('neverBought');
  await expect.element(page.getByText('Reaches 12 readers now.')).toBeVisible();
  await expect.element(button('Send now')).toBeDisabled();
  await button('Send me a test').click();
  await expect.element(toastOf('Sent to mia@studio.example.')).toBeVisible();
  await button('Save').click();
  await expect.element(toastOf('Saved.')).toBeVisible();
  await expect.element(preview).toBeVisible();
  const frame = () => document.querySelector('iframe')?.contentDocument?.body.textContent;
  await expect.poll(frame).toContain('Look what is new.');
  await expect.poll(frame).toContain('Fox and moon');
  await expectSoundScreen();

  const { sendNewsletter } = studio.handlers;
  studio.handlers.sendNewsletter = () => {
    const message = newsletterRefusals.past;
    throw new Refusal('INVALID', { message, fields: { at: message } });
  };
  await button('Plan').click();
  await expect.element(page.getByText('Choose a date and a time.')).toBeVisible();
  await page.getByLabelText('Send at').fill('2026-12-01T09:00');
  await button('Plan').click();
  const dialog = page.getByRole('dialog', { name: 'Send it to 12 readers?' });
  await expect.element(dialog).toMatchTextContent('It begins on 1 Dec 2026, 09:00');
  await button('Plan it').click();
  await expect.element(page.getByText(newsletterRefusals.past)).toBeVisible();
  if (sendNewsletter) studio.handlers.sendNewsletter = sendNewsletter;
  await button('Plan it').click();
  await expect.element(toastOf('It will be sent on 1 Dec 2026, 09:00.')).toBeVisible();
  await expect.element(page.getByText('Planned', { exact: true })).toBeVisible();
  await expectSoundScreen();

  await button('Cancel the plan').click();
  await inDialog('Cancel the plan').click();
  await expect
    .element(page.getByText('Somebody in the studio stopped it, or left it stopped.'))
    .toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Send the rest' })).toBeVisible();
});

test('a design that is taken out while the new ones are looked up stays out', async () => {
  const fern = { ...fox, id: newId(), title: 'Fern' };
  const studio = openNews([makeNewsletter({ text: 'News.', designs: [fern] })]);
  await page.getByRole('link', { name: 'Autumn' }).click();
  const designs = page.getByRole('list', { name: 'Designs of the newsletter' });
  await expect.element(designs).toMatchTextContent('Fern');
  const answer = studio.hold('newDesigns');
  await studio.asked('newDesigns', () => button('Add the new designs of the month').click());
  await button('Take out Fern').click();
  answer();
  await expect.element(designs).toMatchTextContent('Fox and moon');
  await expect.element(designs).not.toMatchTextContent('Fern');
});

test('what is sent is what was shown when it was asked about', async () => {
  const newsletter = makeNewsletter({ text: 'News.', version: 4 });
  const studio = openNews([newsletter]);
  await page.getByRole('link', { name: 'Autumn' }).click();
  await button('Send now').click();
  await expect.element(inDialog('Send now')).toBeVisible();
  Object.assign(newsletter, { text: 'Not yet!', version: 5 });
  comeBack();
  await expect.poll(() => document.querySelector('textarea')?.value).toBe('Not yet!');
  await inDialog('Send now').click();
  await expect.poll(() => studio.bodiesOf('sendNewsletter')).toEqual([{ version: 4, at: null }]);
});

test('a time to send that is typed is asked about before the page is left', async () => {
  openNews([makeNewsletter({ text: 'News.' })]);
  await page.getByRole('link', { name: 'Autumn' }).click();
  await page.getByLabelText('Send at').fill('2026-12-01T09:00');
  await page.getByRole('link', { name: 'All newsletters' }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  await expect.element(page.getByLabelText('Send at')).toHaveValue('2026-12-01T09:00');
});

test('shows the figures of one that mail servers stopped, and sends the rest', async () => {
  const figures = { left: 160, waiting: 0, refused: 20, unsubscribed: 3, orders: 7 };
  const stopped = { state: 'stopped', stopReason: 'refused', sent: 180 } as const;
  openNews([
    makeNewsletter({
      ...stopped,
      ...{ sendsAt: '2026-11-30T09:00', text: 'News.', couponCode: 'FAIR20', figures },
    }),
  ]);
  const row = page.getByRole('row').filter({ hasText: 'Autumn' });
  await expect.element(row).toMatchTextContent('Stopped');
  await expect.element(row).toMatchTextContent('180');
  await expectSoundScreen();
  await page.getByRole('link', { name: 'Autumn' }).click();
  const facts = page.getByRole('region', { name: 'Sending' });
  await expect.element(facts).toMatchTextContent('mail servers refused too many');
  await expect.element(facts).toMatchTextContent('Still to be sent160Sent180');
  await expect.element(facts).toMatchTextContent('Orders with FAIR207');
  await expectSoundScreen();
  await button('Leave it at that').click();
  await expect.element(facts).toMatchTextContent('or left it stopped');
  await expect.element(button('Leave it at that')).not.toBeInTheDocument();
  await button('Send now').click();
  await inDialog('Send now').click();
  await expect.element(facts).toMatchTextContent('Being sent');
});

test('says that one stopped as the seller has no address, and leaves it at that', async () => {
  const figures = { left: 40, waiting: 0, refused: 0, unsubscribed: 0, orders: 0 };
  openNews([makeNewsletter({ state: 'stopped', text: 'News.', figures })], '');
  await page.getByRole('link', { name: 'Autumn' }).click();
  const facts = page.getByRole('region', { name: 'Sending' });
  await expect.element(facts).toMatchTextContent('no address is entered under Settings, Receipts');
  await expectSoundScreen();
  await button('Leave it at that').click();
  await expect.element(facts).toMatchTextContent('or left it stopped');
});

test('leads to the settings instead of sending without the seller’s address', async () => {
  openNews([makeNewsletter({ text: 'News.' })], '');
  await page.getByRole('link', { name: 'Autumn' }).click();
  const card = page.getByRole('region', { name: 'Send', exact: true });
  await expect.element(card).toMatchTextContent(newsletterRefusals.noAddress);
  await expect.element(card.getByRole('link')).toHaveAttribute('href', '/studio/settings');
  await expect.element(button('Send now')).not.toBeInTheDocument();
  await expectSoundScreen();
});

test('previews a file of consents, says why rows are refused, and imports the others', async () => {
  const studio = openNews([]);
  const planned = {
    ...{ added: 2, unchanged: 1, refused: 1 },
    rows: [{ row: 3, email: 'eve@shop.example', why: consentRefusals.left }],
  };
  studio.handlers.previewConsents = () => planned;
  studio.handlers.importConsents = () => planned;
  await page.getByRole('link', { name: 'Import consents' }).click();
  await expectSoundScreen();
  const file = new File(['E-mail,When,Where,Words'], 'stall.csv');
  await page.getByLabelText('File of consents').upload(file);
  const table = page.getByRole('table', { name: 'Rows that aren’t imported' });
  await expect.element(table).toMatchTextContent(consentRefusals.left);
  await expectSoundScreen();
  await button('Import 2 readers').click();
  await expect.element(toastOf('2 readers imported.')).toBeVisible();
  await expect.element(table).not.toBeInTheDocument();
});
