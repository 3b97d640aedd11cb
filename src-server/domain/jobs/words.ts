/** What the bank does by itself, and an administrator may ask for at once. */
export const JOB_NAMES = ['daily_run', 'backup'] as const;
export type JobName = (typeof JOB_NAMES)[number];

/** What a job is, in Portuguese, and when it begins by itself (cron of six fields, America/Sao_Paulo). */
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

/** Where the schedule's hours are. */
export const JOB_TIME_ZONE = 'America/Sao_Paulo';
