export const JOB_NAMES = ['daily_run', 'backup'] as const;
export type JobName = (typeof JOB_NAMES)[number];

/** `schedule` is Portuguese; `cron` has six fields. */
export type JobWords = { label: string; about: string; schedule: string; cron: string };

export const JOB_WORDS: Record<JobName, JobWords> = {
  daily_run: {
    label: 'Rotina diária',
    about: 'Débito de parcelas, vencimentos, avisos, conciliação e limpeza de cada dia do banco',
    schedule: 'Todo dia às 00:05',
    cron: '0 5 0 * * *',
  },
  backup: {
    label: 'Cópia de segurança',
    about: 'Copia o banco de dados e os arquivos, abre a cópia e confere o livro-razão dela',
    schedule: 'Todo dia às 03:30',
    cron: '0 30 3 * * *',
  },
};

export const JOB_TIME_ZONE = 'America/Sao_Paulo';
