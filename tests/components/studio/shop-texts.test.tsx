import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openStudio } from '#tests/support/open-studio.tsx';
import { publishAsColleague } from '#tests/support/texts-at-fetch.ts';

/** Pictures of the shop's texts, which may take long to upload. */

const logo = { hash: 'a'.repeat(64), width: 128, height: 128 };
const file = new File(['a picture'], 'picture.png', { type: 'image/png' });
const publish = page.getByRole('button', { name: 'Publish', exact: true });

test('what is typed while a logo is uploaded stays', async () => {
  const studio = openStudio({ path: '/texts/look' });
  studio.handlers.uploadLogo = () => logo;
  const answer = studio.hold('uploadLogo');
  await studio.asked('uploadLogo', () => page.getByLabelText('Logo to upload').upload(file));
  const color = page.getByRole('textbox', { name: /^Accent( \*|$)/ });
  await color.fill('#a01a50');
  answer();
  await expect.element(page.getByRole('button', { name: 'Replace logo' })).toBeVisible();
  await expect.element(color).toHaveValue('#a01a50');
});

test('a face lands with its person, who was moved during the upload', async () => {
  const studio = openStudio({
    path: '/texts/about',
    prepare({ saved }) {
      const people = ['Ada', 'Ben', 'Cleo'].map((name) => ({ name, text: 'Draws.' }));
      publishAsColleague(saved, 'about', (about) => ({ ...about, people }));
    },
  });
  studio.handlers.uploadLogo = () => logo;
  const answer = studio.hold('uploadLogo');
  const faces = page.getByLabelText('Picture to upload');
  await expect.element(faces).toHaveLength(3);
  await studio.asked('uploadLogo', () => faces.nth(1).upload(file));
  await page.getByRole('button', { name: 'Move Ben up' }).click();
  answer();
  await expect.element(page.getByRole('button', { name: 'Replace picture' })).toBeVisible();
  await publish.click();
  await expect.poll(() => studio.bodiesOf('publishContent')).toHaveLength(1);
  const people = studio.saved.content.about[0]?.content as { people: { name: string }[] };
  expect(people.people).toEqual([
    { name: 'Ben', text: 'Draws.', picture: logo },
    { name: 'Ada', text: 'Draws.' },
    { name: 'Cleo', text: 'Draws.' },
  ]);
});
