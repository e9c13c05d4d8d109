import { useEffect, useRef } from 'react';
import { useSession } from '#api/use-session.ts';
import type { MessageAbout, RequestFields } from '#offline/outbox/rows.ts';
import { Button } from '#ui/button.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { TextField } from '#ui/text-field.tsx';
import { ReferenceImages } from './reference-images.tsx';
import { useMessage } from './use-message.ts';

interface MessageFormProps {
  readonly about: MessageAbout;
  /** It begins a thread about no design. */
  readonly asksSubject?: boolean;
}

/** A message to the studio. A visitor who asks about a design also says who they are. */
export function MessageForm({ about, asksSubject = false }: MessageFormProps) {
  const isVisitor = useSession(({ user }) => user === null) && about.token === undefined;
  const { content, change, errors, submit } = useMessage(about, { isVisitor, asksSubject });
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(errors).length === 0) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);
  if (content === null) return null;
  const { fields, images } = content;
  const changeField = (part: Partial<RequestFields>) =>
    change({ ...content, fields: { ...fields, ...part } });
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
      {isVisitor && (
        <>
          <TextField
            label="Name"
            required
            autoComplete="name"
            value={fields.name}
            onChange={(name) => changeField({ name })}
            error={errors.name}
          />
          <TextField
            label="Email"
            required
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            hint="The answer comes here."
            value={fields.email}
            onChange={(email) => changeField({ email })}
            error={errors.email}
          />
        </>
      )}
      {asksSubject && (
        <TextField
          label="Subject"
          required
          autoComplete="off"
          value={fields.subject ?? ''}
          onChange={(subject) => changeField({ subject })}
          error={errors.subject}
        />
      )}
      <TextArea
        label="Your message"
        rows={4}
        maxLength={5000}
        value={fields.description}
        onChange={(description) => changeField({ description })}
        error={errors.text}
      />
      <ReferenceImages
        label="Pictures"
        images={images}
        onChange={(next) => change({ ...content, images: next })}
      />
      <div>
        <Button type="submit">Send</Button>
      </div>
    </form>
  );
}
