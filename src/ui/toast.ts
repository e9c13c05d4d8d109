import { createToastQueue, type ToastOptions } from './toast-queue.ts';

export const toastQueue = createToastQueue();

/** Shows a toast from anywhere. Each function returns the toast's id. */
export const toast = {
  blank: (text: string, options?: ToastOptions) => toastQueue.show('blank', text, options),
  error: (text: string, options?: ToastOptions) => toastQueue.show('error', text, options),
  success: (text: string, options?: ToastOptions) => toastQueue.show('success', text, options),
  loading: (text: string, options?: ToastOptions) => toastQueue.show('loading', text, options),
  custom: (text: string, options?: ToastOptions) => toastQueue.show('custom', text, options),
  dismiss: (id: string) => toastQueue.dismiss(id),
};
