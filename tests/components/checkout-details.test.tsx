import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { useSession } from '#api/use-session.ts';
import { paths } from '#contract/shop/paths.ts';
import { useCustomerForm } from '#features/checkout/use-customer-form.ts';
import { newUser, openShop } from '#tests/support/open-shop.tsx';
import { TextField } from '#ui/text-field.tsx';

const buyer = page.getByLabelText('Buyer');
const town = page.getByLabelText('Town');

/** The form's state: the checkout's own page is a document of its own. */
function Details() {
  const { details, change, saveForSignIn } = useCustomerForm(useSession(({ user }) => user));
  return (
    <>
      <TextField label="Buyer" value={details.name} onChange={(name) => change('name', name)} />
      <TextField label="Town" value={details.city} onChange={(city) => change('city', city)} />
      <button
        type="button"
        onClick={() => {
          change('name', 'Filled in');
          change('city', 'York');
        }}
      >
        Fill in
      </button>
      <button type="button" onClick={saveForSignIn}>
        Go to sign in
      </button>
    </>
  );
}

function openDetails(): () => void {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  root.render(<Details />);
  const close = () => {
    root.unmount();
    place.remove();
  };
  onTestFinished(close);
  return close;
}

test('the details of a checkout are still there after a reload, for who typed them', async () => {
  const user = newUser({ firstName: 'Hazel' });
  const shop = await openShop({ path: paths.home.path, user });
  let close = openDetails();
  await expect.element(buyer).toHaveValue('Hazel Button');
  await buyer.fill('The Button Shop');
  for (const _ of ['once', 'again']) {
    close();
    close = openDetails();
    await expect.element(buyer).toHaveValue('The Button Shop');
  }
  await buyer.fill(' ');
  close();
  close = openDetails();
  await expect.element(buyer).toHaveValue('Hazel Button');
  close();
  shop.signIn(newUser({ _id: 'b'.repeat(24), firstName: 'Ben' }));
  close = openDetails();
  await expect.element(buyer).toHaveValue('Ben Button');
});

test('the browser may fill in several details of a checkout at once', async () => {
  await openShop({ path: paths.home.path, user: newUser() });
  const close = openDetails();
  await page.getByRole('button', { name: 'Fill in' }).click();
  close();
  openDetails();
  await expect.element(buyer).toHaveValue('Filled in');
  await expect.element(town).toHaveValue('York');
});

test.each([
  ['that a visitor signs in for are the account’s', true, 'The Button Shop'],
  ['of a visitor who went away are nobody else’s', false, 'Ben Button'],
])('the details %s', async (_, goes, name) => {
  const shop = await openShop({ path: paths.home.path });
  const close = openDetails();
  await buyer.fill('The Button Shop');
  if (goes) await page.getByRole('button', { name: 'Go to sign in' }).click();
  close();
  shop.signIn(newUser({ firstName: 'Ben' }));
  openDetails();
  await expect.element(buyer).toHaveValue(name);
});
