import { useLocation } from 'react-router';
import { tokenInUrl } from '#contract/shop/own-paths.ts';
import { ForgotPasswordForm } from '#features/account/forgot-password-form.tsx';
import { UndoEmailForm } from '#features/account/undo-email-form.tsx';

export default function ForgotPasswordPage() {
  const { search, hash } = useLocation();
  const token = tokenInUrl('undo-email', search, hash);
  return token === null ? <ForgotPasswordForm /> : <UndoEmailForm token={token} />;
}
