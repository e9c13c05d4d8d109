import { type ReactNode, useId, useState } from 'react';
import { signOut } from '#api/sign-out.ts';
import { useSession } from '#api/use-session.ts';
import type { CustomerDetails } from '#contract/shop/order.ts';
import { paths } from '#contract/shop/paths.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/text-field.tsx';
import { useShopNavigate } from '#ui/use-shop-navigate.ts';
import { checkoutAddress } from './checkout-address.ts';
import { countryNames } from './countries.ts';
import styles from './customer-fields.module.css';
import type { CustomerErrors, CustomerField } from './customer-form.ts';

interface CustomerFieldsProps {
  readonly details: CustomerDetails;
  readonly errors: CustomerErrors;
  readonly onChange: (field: CustomerField, value: string) => void;
}

function LoggedIn({ email }: { readonly email: string }) {
  const navigate = useShopNavigate();
  async function logOut(): Promise<void> {
    if (!(await signOut())) return;
    navigate(paths.signIn.path, { state: { from: checkoutAddress() } });
  }
  return (
    <p className={styles.loggedIn}>
      <span>
        Signed in as <strong>{email}</strong>
      </span>
      <Button variant="quiet" onClick={() => void logOut()}>
        Log out
      </Button>
    </p>
  );
}

interface PlaceProps {
  readonly country: string;
  readonly city: string;
  readonly isWrong: boolean;
  readonly children: ReactNode;
}

/** Folded, because an order needs neither; it says what is filled in, and opens if that was refused. */
function Place({ country, city, isWrong, children }: PlaceProps) {
  const [isOpen, setOpen] = useState(false);
  const filled = [city, country].filter(Boolean).join(', ');
  return (
    <details open={isOpen || isWrong} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={styles.place}>
        Country and city{filled === '' ? ' (optional)' : `: ${filled}`}
      </summary>
      <div className={styles.fields}>{children}</div>
    </details>
  );
}

/** Who the order is for. */
export function CustomerFields({ details, errors, onChange }: CustomerFieldsProps) {
  const email = useSession((state) => state.user?.email);
  const listId = useId();
  const [countries] = useState(countryNames);
  const isPlaceWrong = errors.country !== undefined || errors.city !== undefined;
  const field = (name: CustomerField) => ({
    name,
    value: details[name],
    error: errors[name],
    onChange: (value: string) => onChange(name, value),
  });
  return (
    <>
      {email !== undefined && <LoggedIn email={email} />}
      <div className={styles.fields}>
        <TextField label="Name" required autoComplete="name" maxLength={200} {...field('name')} />
        <TextField
          label="Email"
          type="email"
          required
          autoComplete="email"
          autoCapitalize="none"
          hint="We’ll also send your receipt here."
          {...field('email')}
        />
      </div>
      <Place country={details.country} city={details.city} isWrong={isPlaceWrong}>
        <TextField
          label="Country"
          autoComplete="country-name"
          list={listId}
          maxLength={100}
          {...field('country')}
        />
        <TextField label="City" autoComplete="address-level2" maxLength={100} {...field('city')} />
      </Place>
      <datalist id={listId}>
        {countries.map((country) => (
          <option key={country} value={country} />
        ))}
      </datalist>
    </>
  );
}
