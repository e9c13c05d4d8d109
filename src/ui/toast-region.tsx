import { useSyncExternalStore } from 'react';
import { Icon } from './icon.tsx';
import { joinClasses } from './join-classes.ts';
import { toastQueue } from './toast.ts';
import type { Toast } from './toast-queue.ts';
import styles from './toast-region.module.css';

function ToastCard({ toast }: { readonly toast: Toast }) {
  const { id, type, text, detail, action } = toast;
  const dismiss = () => toastQueue.dismiss(id);
  return (
    <li className={joinClasses(styles.toast, styles[type], toast.isLeaving && styles.leaving)}>
      {type !== 'blank' && type !== 'custom' && (
        <span className={styles.mark} aria-hidden="true">
          {type !== 'loading' && (
            <Icon name={type === 'success' ? 'check' : 'exclamation'} size={16} />
          )}
        </span>
      )}
      <span className={styles.words}>
        <span>{text}</span>
        {detail && <small>{detail}</small>}
      </span>
      {action && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            dismiss();
            action.onPress();
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" className={styles.close} aria-label="Dismiss" onClick={dismiss}>
        <Icon name="close" size={16} />
      </button>
    </li>
  );
}

const urgencies = ['assertive', 'polite'] as const;

/**
 * Where toasts appear. Both lists are rendered from the start, or screen readers would miss the first toast.
 * The data attribute keeps the region usable while a dialog makes the rest of the page inert, and keeps the
 * dialog open when a toast is pressed.
 */
export function ToastRegion() {
  const toasts = useSyncExternalStore(toastQueue.subscribe, toastQueue.get);
  return (
    <section className={styles.region} aria-label="Notifications" data-react-aria-top-layer="">
      {urgencies.map((urgency) => (
        <ol key={urgency} className={styles.list} aria-live={urgency}>
          {toasts
            .filter((toast) => toast.urgency === urgency)
            .map((toast) => (
              <ToastCard key={toast.id} toast={toast} />
            ))}
        </ol>
      ))}
    </section>
  );
}
