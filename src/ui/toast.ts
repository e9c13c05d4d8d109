import { createToastQueue, type ToastOptions } from './toast-queue.ts';

export const toastQueue = createToastQueue();

/** Says something on top of the page, from anywhere. Each answers the toast's id. */
export const toast = {
  blank: (text: string, options?: ToastOptions) => toastQueue.show('blank', text, options),
  error: (text: string, options?: ToastOptions) => toastQueue.show('error', text, options),
  success: (text: string, options?: ToastOptions) => toastQueue.show('success', text, options),
  loading: (text: string, options?: ToastOptions) => toastQueue.show('loading', text, options),
  custom: (text: string, options?: ToastOptions) => toastQueue.show('custom', text, options),
  dismiss: (id: string) => toastQueue.dismiss(id),
};
