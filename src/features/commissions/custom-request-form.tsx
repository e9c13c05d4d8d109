import { useEffect, useRef } from 'react';
import { messages } from '#contract/messages/messages.ts';
import { designTypes } from '#contract/shop/custom-request.ts';
import { Button } from '#ui/button.tsx';
import { Select } from '#ui/select.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { TextField } from '#ui/text-field.tsx';
import styles from './custom-request-form.module.css';
import { ReferenceImages } from './reference-images.tsx';
import { useCustomRequest } from './use-custom-request.ts';

const options = designTypes.map((value) => ({ value, label: value }));

/** The form for a custom design. Nothing is validated here; the server's errors are shown at their fields. */
export function CustomRequestForm({ onClose }: { readonly onClose: () => void }) {
  const { content, changeField, changeImages, errors, isSending, submit } =
    useCustomRequest(onClose);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(errors).length === 0) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);
  if (content === null) return null;
  const { fields, images } = content;
  return (
    <form
      ref={form}
      className="stack-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextField
        label="Name"
        autoComplete="name"
        value={fields.name}
        onChange={(value) => changeField('name', value)}
        error={errors.name}
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        value={fields.email}
        onChange={(value) => changeField('email', value)}
        error={errors.email}
      />
      <Select
        label="Design type"
        placeholder="Select Design Type"
        options={options}
        value={fields.designType}
        onChange={(value) => changeField('designType', value)}
        error={errors.designType}
      />
      <TextArea
        label="Description"
        rows={5}
        placeholder="Motifs, colours, what you’ll make with it…"
        value={fields.description}
        onChange={(value) => changeField('description', value)}
        error={errors.description}
      />
      <ReferenceImages images={images} onChange={changeImages} error={errors.referenceImages} />
      <div className={styles.buttons}>
        <Button variant="paper" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" aria-disabled={isSending} aria-busy={isSending}>
          {isSending ? messages.custom.submitting : 'Submit'}
        </Button>
      </div>
    </form>
  );
}
