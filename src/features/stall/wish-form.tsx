import { useState } from 'react';
import * as v from 'valibot';
import { lineSchema } from '#contract/wire/fields.ts';
import type { PackDesign } from '#offline/catalogue/season-pack-store.ts';
import { device } from '#offline/open-device.ts';
import { Button } from '#ui/button.tsx';
import OverlaySheet from '#ui/overlay-sheet.tsx';
import { TextField } from '#ui/text-field.tsx';
import { useForm } from '#ui/use-form.ts';
import { addNote } from './note-actions.ts';
import styles from './wish-form.module.css';

const wishSchema = v.object({
  name: lineSchema('Enter a name', 80),
  quantity: v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^[1-9]\d{0,3}$/, 'Enter a whole number from 1 to 9999'),
  ),
});

interface WishFormProps {
  readonly design: PackDesign;
  readonly onClose: () => void;
}

/** Notes what a customer wants. Shows no other customer's note: this one is looking. */
export function WishForm({ design: { productId, title }, onClose }: WishFormProps) {
  // Bound to the account signed in now: what is typed here must not reach the next account.
  const [notes] = useState(() => device().stallNotes());
  const form = useForm({
    schema: wishSchema,
    initial: { name: '', quantity: '1' },
    async send(values) {
      const { name, quantity } = v.parse(wishSchema, values);
      const isNoted = await addNote(notes, { productId, title, name, quantity: Number(quantity) });
      if (isNoted) onClose();
    },
  });
  return (
    <OverlaySheet title="Customer wants" place="centre" onClose={onClose}>
      <form className="stack-3" onSubmit={form.submit}>
        <p className={styles.design}>{title}</p>
        <TextField {...form.field('name')} label="Name" required autoComplete="off" />
        <TextField
          {...form.field('quantity')}
          label="Quantity"
          required
          inputMode="numeric"
          autoComplete="off"
        />
        <p className="note">A private note: it stays on this device and isn’t sent to the shop.</p>
        <Button {...form.button}>Save note</Button>
      </form>
    </OverlaySheet>
  );
}
