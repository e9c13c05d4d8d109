import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import * as v from 'valibot';
import { type Logo, logoSchema } from '#contract/shop/content.ts';
import { logoBox } from '#contract/shop/look.ts';
import { logoPath } from '#contract/shop/paths.ts';
import { logoCalls } from '#contract/studio/look.ts';
import { messageOf } from '#contract/wire/api-error.ts';
import { announce } from '#ui/announcer.tsx';
import { Button } from '#ui/button.tsx';
import { Pinwheel } from '#ui/pinwheel.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { request } from '../../api/studio-client.ts';
import styles from './logo-field.module.css';

interface LogoFieldProps {
  readonly label: string;
  readonly hint: string | undefined;
  /** What it is called. */
  readonly noun?: string | undefined;
  readonly error: string | undefined;
  readonly value: unknown;
  /** Undefined: no logo. */
  readonly onChange: (logo: Logo | undefined) => void;
}

/** In CSS pixels. */
const shownSize = 64;

/** Uploads a logo, and removes it. It is in the shop once the section is published. */
export function LogoField(props: LogoFieldProps) {
  const { label, hint, noun = 'logo', error, value, onChange } = props;
  const title = noun.replace(/^./, (letter) => letter.toUpperCase());
  const [isSending, setSending] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const [uploaded, setUploaded] = useState<Logo | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const upload = useRef<HTMLButtonElement>(null);
  const id = useId();
  const logo = v.is(logoSchema, value) ? value : null;
  const fault = refused ?? error;

  // By the newest `onChange`, which knows what was typed elsewhere during the upload.
  const take = useEffectEvent(onChange);
  useEffect(() => {
    if (uploaded) take(uploaded);
  }, [uploaded]);

  async function send(file: File): Promise<void> {
    setSending(true);
    setRefused(null);
    try {
      setUploaded(await request(logoCalls.uploadLogo, { body: file, timeoutMs: 120_000 }));
      announce(`${title} uploaded. Publish to show it in the shop.`);
    } catch (failure) {
      setRefused(messageOf(failure, 'The shop can’t be reached. Nothing was uploaded.'));
    } finally {
      setSending(false);
    }
  }

  return (
    <fieldset className={styles.field} aria-describedby={`${id}-note`}>
      <legend className={styles.label}>{label}</legend>
      <div className="line-3">
        <span className={styles.paper}>
          {logo ? (
            <img
              src={logoPath(logo.hash, 'webp')}
              {...logoBox(logo, shownSize)}
              alt={`Your ${noun}`}
            />
          ) : (
            <Pinwheel size={shownSize} />
          )}
        </span>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={`${title} to upload`}
          accept="image/png,image/webp,image/jpeg,image/svg+xml,.svgz"
          onChange={({ target }) => {
            const file = target.files?.[0];
            // Lets the same file be chosen again.
            target.value = '';
            if (file) void send(file);
          }}
        />
        <Button
          ref={upload}
          variant="paper"
          aria-disabled={isSending}
          aria-busy={isSending}
          onClick={() => {
            if (!isSending) input.current?.click();
          }}
        >
          {isSending ? 'Uploading…' : logo ? `Replace ${noun}` : `Upload a ${noun}`}
        </Button>
        {logo && !isSending && (
          <Button
            variant="quiet"
            onClick={() => {
              onChange(undefined);
              upload.current?.focus();
            }}
          >
            Remove {noun}
          </Button>
        )}
      </div>
      {isSending && (
        <ProgressBar label={`Uploading the ${noun}`} value={undefined} max={1} text="" />
      )}
      <p
        id={`${id}-note`}
        className={fault ? styles.error : 'note'}
        role={fault ? 'alert' : undefined}
      >
        {fault ?? hint}
      </p>
    </fieldset>
  );
}
