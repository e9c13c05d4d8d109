import { useSearchParams } from 'react-router';
import { Select } from '#ui/select.tsx';
import { toFirstPage } from './page-path.ts';

interface AddressSelectProps {
  readonly label: string;
  /** The name of its URL parameter. */
  readonly name: string;
  /** The value when the URL has none. */
  readonly fallback: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** A list filter that is kept in the URL; a change goes back to the first page. */
export function AddressSelect({ label, name, fallback, options }: AddressSelectProps) {
  const [address, setAddress] = useSearchParams();
  return (
    <Select
      label={label}
      options={options}
      value={address.get(name) ?? fallback}
      onChange={(value) =>
        setAddress((before) => {
          const after = new URLSearchParams(before);
          toFirstPage(after);
          after.set(name, value);
          return after;
        })
      }
    />
  );
}
