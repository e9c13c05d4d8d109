import { ResetPasswordForm } from '#features/account/reset-password-form.tsx';

export default function ResetPasswordPage() {
  return <ResetPasswordForm />;
}
