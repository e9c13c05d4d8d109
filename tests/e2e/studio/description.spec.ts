import { cleanDescription } from '#server/designs/clean-description.ts';
import { foreignDescription } from '#tests/support/foreign-description.ts';
import { addDraft, newTitle } from '#tests/support/studio-design.ts';
import { expect, test } from '#tests/support/studio-page.ts';

test('the editor takes a pasted text as the server would', async ({ studioPage: page, api }) => {
  const id = addDraft(api, newTitle('Pasted'));
  await page.goto(`/studio/designs/${id}`);
  const editor = page.getByRole('textbox', { name: 'Description' });
  await editor.click();

  await editor.evaluate((element, html) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', html);
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, foreignDescription);

  await expect(editor.getByRole('listitem').first()).toHaveText('Width: 12 in');
  const written = await editor.evaluate((element) => element.innerHTML);
  // The editor keeps a paragraph in each item, and has no link without an address.
  const wanted = cleanDescription(foreignDescription)
    .replace('<li>Width: 12 in</li>', '<li><p>Width: 12 in</p></li>')
    .replace('<a>no link</a>', 'no link');
  expect(written.replaceAll(/ class="[^"]*"/g, '')).toBe(wanted);
});
