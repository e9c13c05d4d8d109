import { ForgotPasswordForm } from '#features/account/forgot-password-form.tsx';

export default function ForgotPasswordPage() {
  return <ForgotPasswordForm />;
}
