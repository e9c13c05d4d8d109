import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { makeDesign } from '#tests/support/designs-at-fetch.ts';
import { openStudio, screenShown } from '#tests/support/open-studio.tsx';
import { expectSoundScreen } from '#tests/support/sound-screen.ts';

/** Widths to write at, each with those to scan at. */
const widths = [
  [360, [360]],
  [1440, [768, 1440]],
] as const;

test.for(widths)(
  'keywords of a design are typed, suggested, removed and saved at %i px',
  async ([width, scanned]) => {
    await page.viewport(width, 800);
    const design = makeDesign();
    const studio = openStudio({ path: `/designs/${design.id}`, saved: { designs: [design] } });
    const motifs = page.getByLabelText('Motifs', { exact: true });
    await motifs.fill('Moth');
    await userEvent.keyboard('{Enter}night sky, MOTH, hedgeho');
    await page.getByRole('button', { name: 'Add hedgehog' }).click();
    await expect.element(motifs).toHaveFocus();
    const chosen = page.getByRole('list', { name: 'Motifs of this design' });
    const words = () => [...chosen.element().querySelectorAll('li')].map((each) => each.innerText);
    await expect.poll(words).toEqual(['moth', 'night sky', 'hedgehog']);
    chosen.getByRole('button', { name: 'Remove night sky' }).element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(motifs).toHaveFocus();
    await page.getByLabelText('Occasions').fill('!!');
    await page.getByLabelText('Styles').fill('boho');
    await page.getByLabelText('Colours').fill(' Sage,Navy');
    await userEvent.tab();
    await expect
      .element(page.getByText('“!!” must contain a letter or a number', { exact: false }))
      .toBeVisible();
    await expectSoundScreen(scanned);
    await page.getByRole('button', { name: 'Remove !!' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.element(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible();

    studio.goto(`/designs/${design.id}`);
    await screenShown();
    await expect.poll(words).toEqual(['moth', 'hedgehog']);
    expect(design.keywords).toEqual({
      motif: ['moth', 'hedgehog'],
      occasion: [],
      style: ['boho'],
      color: ['sage', 'navy'],
    });
  },
);

test.for(widths)(
  'synonym groups are written one per line, tried, corrected and saved at %i px',
  async ([width, scanned]) => {
    await page.viewport(width, 800);
    const studio = openStudio({ path: '/search-words' });
    const groups = page.getByLabelText('One group per line');
    const save = page.getByRole('button', { name: 'Save' });
    await groups.fill('Fox, vixen\n\nlonely');
    const alone = page.getByText('Line 3: Enter at least two different words', { exact: false });
    await expect.element(alone).toBeVisible();
    await expect.element(save).toBeDisabled();
    await expectSoundScreen(scanned);
    await groups.fill('Fox, vixen\nfall, autumn');
    await page.getByLabelText('Try a word').fill('FOX');
    await expect.element(page.getByText('Also finds: vixen')).toBeVisible();
    await save.click();
    await expect.element(groups).toHaveValue('fox, vixen\nfall, autumn');

    studio.goto('/search-words');
    await expect.element(groups).toHaveValue('fox, vixen\nfall, autumn');
  },
);
