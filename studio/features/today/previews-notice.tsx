import type { StudioCallAnswer } from '#contract/studio/calls.ts';
import styles from './notice.module.css';

interface PreviewsNoticeProps {
  readonly previews: NonNullable<StudioCallAnswer<'today'>['previews']>;
}

const whole = new Intl.NumberFormat('en-US');

/** Says how far the shop is with making previews again after an update. */
export function PreviewsNotice({ previews: { left, total } }: PreviewsNoticeProps) {
  return (
    <section className={styles.notice} aria-label="Previews">
      <strong>Previews and colours of pictures are being made again.</strong>
      <p>
        {whole.format(total - left)} of {whole.format(total)} pictures are done. This version shows
        some colours more truly; the shop works as usual meanwhile.
      </p>
      <progress aria-label="Pictures done" value={total - left} max={total} />
    </section>
  );
}
