import type { ButtonProps } from '@chakra-ui/react';
import { CalendarPlus } from 'lucide-react';
import { FileButton } from './file-button.tsx';

type CalendarButtonProps = Pick<ButtonProps, 'size' | 'alignSelf'> & {
  today: string;
};

/** Downloads payable instalments and maturities as a calendar file. */
export function CalendarButton({ today, ...button }: CalendarButtonProps) {
  return (
    <FileButton
      {...button}
      path="/api/accounts/calendar"
      fileName={`agenda-${today}.ics`}
      failure="Não foi possível baixar a agenda"
      saved={{
        title: 'Agenda baixada',
        description: 'Abra o arquivo para ter as parcelas e os vencimentos, com lembrete na véspera.',
      }}
    >
      <CalendarPlus size={18} aria-hidden />
      Adicionar à agenda
    </FileButton>
  );
}
