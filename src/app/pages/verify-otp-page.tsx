import { VerifyCodeForm } from '#features/account/verify-code-form.tsx';

export default function VerifyOtpPage() {
  return <VerifyCodeForm />;
}
