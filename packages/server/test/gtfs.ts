import { zipOf } from './zip.ts'

/** The tables of a small timetable: a tram and a night bus at a stop with two platforms. */
export const gtfsFiles = (): Record<string, string | Buffer> & Record<'stop_times' | 'calendar', string> => ({
  agency: 'agency_id,agency_name,agency_timezone\nA,City,Europe/Berlin\n',
  stops: [
    'stop_id,stop_code,stop_name,parent_station,platform_code',
    'M,MKT,Market,,',
    'M1,,Market (west),M,A',
    'M2,,Market (east),M,B',
    'Z,,Zoo,,',
    'H,,Harbor,,',
  ].join('\r\n'),
  routes: [
    'route_id,route_short_name,route_long_name,route_type,route_color,route_text_color',
    'R4,4,,0,0B3D91,FFFFFF',
    'RN,N1,Night bus,3,,',
  ].join('\n'),
  trips: [
    '\ufeffroute_id,service_id,trip_id,trip_headsign',
    'R4,WD,T1,"Harbor, ""Old"" Pier"',
    'R4,WD,T2,Zoo',
    'RN,WD,T3,Airport',
    'R4,SP,T4,Zoo',
  ].join('\n'),
  stop_times: `${[
    'trip_id,arrival_time,departure_time,stop_id,stop_sequence,stop_headsign,pickup_type',
    'T1,08:00:00,08:00:00,Z,1,,0',
    'T1,08:05:00,08:05:00,M2,2,,0',
    'T1,08:15:00,08:15:00,H,3,,0',
    'T2,08:20:00,08:20:00,M1,1,,0',
    'T2,08:30:00,08:30:00,Z,2,,0',
    'T3,25:10:00,25:10:00,M1,1,,0',
    'T3,25:40:00,25:40:00,H,2,,0',
    'T4,08:20:00,08:20:00,M1,1,,0',
    'T4,08:30:00,08:30:00,Z,2,,0',
  ].join('\n')}\n`,
  calendar: [
    'service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date',
    'WD,1,1,1,1,1,0,0,20260101,20281231',
  ].join('\n'),
  calendar_dates: 'service_id,date,exception_type\nSP,20261129,1\n',
})

export const gtfsZip = (files: Record<string, string | Buffer> = gtfsFiles()): Buffer =>
  zipOf(Object.entries(files).map(([name, content]) => ({ name: `${name}.txt`, content, packed: true })))
