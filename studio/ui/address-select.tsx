import { useSearchParams } from 'react-router';
import { Select } from '#ui/select.tsx';

interface AddressSelectProps {
  readonly label: string;
  /** Its name in the address. */
  readonly name: string;
  /** What holds where the address says nothing. */
  readonly fallback: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** A filter of a list; it lives in the address, and another choice begins at the first page. */
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
          after.delete('page');
          after.set(name, value);
          return after;
        })
      }
    />
  );
}
