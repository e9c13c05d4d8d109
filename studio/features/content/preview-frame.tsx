import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { lookColors } from '#contract/shop/look.ts';
import type { Look } from '#contract/studio/look.ts';
import { Button } from '#ui/button.tsx';
import styles from './preview-frame.module.css';

/** In CSS pixels. */
const widths = { Phone: 390, Desktop: 1280 } as const;
type Device = keyof typeof widths;

interface PreviewFrameProps {
  readonly look: Look;
  readonly children: ReactNode;
}

/** Shows a part of the shop, in its colours, as it looks on a phone or a desktop: in a frame of that width, scaled to the room there is. */
export function PreviewFrame({ look, children }: PreviewFrameProps) {
  const [device, setDevice] = useState<Device>('Phone');
  const [body, setBody] = useState<HTMLElement | null>(null);
  const [height, setHeight] = useState(0);
  const [room, setRoom] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const width = widths[device];
  const scale = room === 0 ? 1 : Math.min(1, room / width);

  const open = useCallback((frame: HTMLIFrameElement | null) => {
    const inner = frame?.contentDocument;
    if (!inner) return;
    inner.documentElement.lang = 'en';
    inner.head.replaceChildren(
      ...[...document.querySelectorAll('link[rel="stylesheet"], style')].map((sheet) =>
        inner.importNode(sheet, true),
      ),
    );
    inner.body.inert = true;
    setBody(inner.body);
  }, []);

  useEffect(() => {
    const page = body?.ownerDocument.documentElement.style;
    for (const name of lookColors) page?.setProperty(`--${name}`, look[name]);
  }, [body, look]);

  useEffect(() => {
    if (!body || !box.current) return;
    const observer = new ResizeObserver(() => {
      setHeight(body.scrollHeight);
      setRoom(box.current?.clientWidth ?? 0);
    });
    observer.observe(body);
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [body]);

  return (
    <section className={styles.preview} aria-label="Preview">
      <fieldset className={styles.devices} aria-label="Width of the preview">
        {(Object.keys(widths) as Device[]).map((name) => (
          <Button
            key={name}
            variant={name === device ? 'paper' : 'quiet'}
            aria-pressed={name === device}
            onClick={() => setDevice(name)}
          >
            {name}
          </Button>
        ))}
      </fieldset>
      <div ref={box}>
        <div className={styles.box} style={{ width: width * scale, height: height * scale }}>
          <iframe
            ref={open}
            // Some browsers replace the document once it has loaded.
            onLoad={(event) => open(event.currentTarget)}
            className={styles.frame}
            title="Preview of the shop"
            tabIndex={-1}
            style={{ width, height, transform: `scale(${scale})` }}
          />
        </div>
      </div>
      {body && createPortal(children, body)}
    </section>
  );
}
